'use client'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

const EVERY_MS = 3_000
/** Every refresh extends the session. So an unused page stops refreshing, and the session's idle limit can end it. */
const UNUSED_MS = 10 * 60_000
const SIGNS_OF_USE = ['pointerdown', 'pointermove', 'keydown', 'visibilitychange']

/** Keeps a page up to date. Next would reload the page after a failed refresh, so this first checks that the app responds. */
export function RefreshWhileVisible() {
  const { refresh } = useRouter()
  useEffect(() => {
    let usedAt = Date.now()
    const use = () => {
      usedAt = Date.now()
    }
    for (const sign of SIGNS_OF_USE) document.addEventListener(sign, use, { passive: true })
    const timer = setInterval(async () => {
      if (document.visibilityState !== 'visible' || Date.now() - usedAt > UNUSED_MS) return
      const answer = await fetch('/api/health/live').catch(() => null)
      if (answer?.ok) refresh()
    }, EVERY_MS)
    return () => {
      clearInterval(timer)
      for (const sign of SIGNS_OF_USE) document.removeEventListener(sign, use)
    }
  }, [refresh])
  return null
}
