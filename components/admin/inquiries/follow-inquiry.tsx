'use client'
/** Keeps an inquiry's page up to date. */
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

const REFRESH_MS = 2_000

/** @param settled no change is expected, so the page refreshes only when its tab becomes visible again */
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
