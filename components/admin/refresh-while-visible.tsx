'use client'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/** Keeps a page up to date. If a refresh failed, Next would reload the page, so this first asks whether the app is there. */
export function RefreshWhileVisible({ everyMs = 5_000 }: { everyMs?: number }) {
  const { refresh } = useRouter()
  useEffect(() => {
    const timer = setInterval(async () => {
      if (document.visibilityState !== 'visible') return
      const answer = await fetch('/api/health/live').catch(() => null)
      if (answer?.ok) refresh()
    }, everyMs)
    return () => clearInterval(timer)
  }, [refresh, everyMs])
  return null
}
