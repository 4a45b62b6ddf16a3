'use client'
/** Keeps an inquiry's page up to date. */
import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useTransition } from 'react'

const REFRESH_MS = 2_000
/** Colleagues still open the case, and look at its documents. */
const SETTLED_REFRESH_MS = 15_000

/** @param isSettled no change of the status is expected */
export function FollowInquiry({ isSettled }: { isSettled: boolean }) {
  const { refresh } = useRouter()
  const [isRefreshing, startRefresh] = useTransition()
  const follow = useEffectEvent(() => {
    // Another refresh would start over, and on a slow day none would ever arrive.
    if (document.visibilityState === 'visible' && !isRefreshing) startRefresh(refresh)
  })
  useEffect(() => {
    const now = () => follow()
    const timer = setInterval(now, isSettled ? SETTLED_REFRESH_MS : REFRESH_MS)
    document.addEventListener('visibilitychange', now)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', now)
    }
  }, [isSettled])
  return null
}
