'use client'
/** Keeps one inquiry's page up to date without a reload. */
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

const REFRESH_MS = 2_000

/** @param settled nothing more is expected: refreshed only when somebody comes back to the page */
export function FollowInquiry({ settled }: { settled: boolean }) {
  const router = useRouter()
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') router.refresh()
    }
    const timer = settled ? undefined : setInterval(refresh, REFRESH_MS)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [router, settled])
  return null
}
