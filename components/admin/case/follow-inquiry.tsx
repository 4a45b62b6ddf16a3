'use client'
/** Keeps an inquiry's page up to date. */
import { useEffect, useEffectEvent, useTransition } from 'react'
import { useRefresh } from '@/components/admin/refresh'

const REFRESH_MS = 2_000
/** Still refreshed, because the timeline shows when colleagues open the case or view its documents. */
const SETTLED_REFRESH_MS = 15_000

/** @param isSettled no further status change is expected */
export function FollowInquiry({ isSettled }: { isSettled: boolean }) {
  const refresh = useRefresh()
  const [isRefreshing, startRefresh] = useTransition()
  const follow = useEffectEvent(() => {
    // A second refresh would restart the first, so on a slow connection none would ever finish.
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
