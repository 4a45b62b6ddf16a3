'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState, useTransition } from 'react'
import { Button } from '@/components/ui/button'

const EVERY_MS = 3_000
/** Every refresh extends the session. So an unused page stops refreshing, and the session's idle limit can end it. */
const UNUSED_MS = 10 * 60_000
/** The server ends a session half an hour after the last request. Five minutes before, the page says so. */
const WARN_MS = UNUSED_MS + 25 * 60_000
const ENDED_MS = UNUSED_MS + 30 * 60_000
const SIGNS_OF_USE = ['pointerdown', 'pointermove', 'keydown', 'visibilitychange']

const TEXTS = {
  paused: 'Updates are paused, because this page hasn’t been used for ten minutes.',
  ending: 'You’ll be signed out in less than five minutes, unless you continue.',
  ended: 'Your session has ended. Sign in again to come back to this page.',
}
type Pause = keyof typeof TEXTS

function pauseAfter(unusedMs: number): Pause | null {
  if (unusedMs > ENDED_MS) return 'ended'
  if (unusedMs > WARN_MS) return 'ending'
  return unusedMs > UNUSED_MS ? 'paused' : null
}

/**
 * Keeps a page up to date. A screen reader's browse mode sends no sign of use, so the page says aloud that it has paused, and a button
 * continues. Next would reload the page after a failed refresh, so this first checks that the app responds.
 */
export function RefreshWhileVisible() {
  const { refresh } = useRouter()
  const usedAt = useRef(0)
  const [isPending, startRefresh] = useTransition()
  const isRefreshing = useRef(false)
  useEffect(() => {
    isRefreshing.current = isPending
  }, [isPending])
  const [pause, setPause] = useState<Pause | null>(null)
  useEffect(() => {
    const use = () => {
      usedAt.current = Date.now()
    }
    use()
    for (const sign of SIGNS_OF_USE) document.addEventListener(sign, use, { passive: true })
    const timer = setInterval(async () => {
      const paused = pauseAfter(Date.now() - usedAt.current)
      setPause(paused)
      // A second refresh would delay the first one, and any navigation that is under way, for as long as answers take longer than this.
      if (isRefreshing.current) return
      if (document.visibilityState !== 'visible' || paused) return
      const answer = await fetch('/api/health/live').catch(() => null)
      if (answer?.ok) startRefresh(refresh)
    }, EVERY_MS)
    return () => {
      clearInterval(timer)
      for (const sign of SIGNS_OF_USE) document.removeEventListener(sign, use)
    }
  }, [refresh])

  function goOn() {
    setPause(null)
    usedAt.current = Date.now()
    // If the session has ended, this leads to sign-in, and from there back.
    refresh()
  }

  return (
    <div className="fixed inset-x-4 bottom-4 z-30 mx-auto w-fit print:hidden">
      <p role="status" aria-label="Updates" className="sr-only">
        {pause && TEXTS[pause]}
      </p>
      {pause && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border bg-card px-4 py-3 text-sm/6 shadow-xl">
          <p aria-hidden="true">{TEXTS[pause]}</p>
          <Button size="small" onClick={goOn}>
            {pause === 'ended' ? 'Sign in' : 'Continue'}
          </Button>
        </div>
      )}
    </div>
  )
}
