'use client'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

const REFRESH_MS = 5_000

/** Keeps a list up to date. If a refresh failed, Next would reload the page, so this first asks whether the app is there. */
export function RefreshWhileVisible() {
  const { refresh } = useRouter()
  useEffect(() => {
    const timer = setInterval(async () => {
      if (document.visibilityState !== 'visible') return
      const answer = await fetch('/api/health/live').catch(() => null)
      if (answer?.ok) refresh()
    }, REFRESH_MS)
    return () => clearInterval(timer)
  }, [refresh])
  return null
}
