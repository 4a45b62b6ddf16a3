'use client'
import { Timer } from 'lucide-react'
import { useEffect, useState } from 'react'

const secondsLeft = (expiresAt: number) =>
  Math.max(0, Math.ceil((expiresAt - performance.now()) / 1000))

/** Time until what is shown is cleared. `expiresAt` is on the clock of `performance.now()`. */
export function Countdown({ expiresAt }: { expiresAt: number }) {
  const [seconds, setSeconds] = useState(() => secondsLeft(expiresAt))
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsLeft(expiresAt)), 250)
    return () => clearInterval(timer)
  }, [expiresAt])
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <p
      role="timer"
      aria-label="Time left"
      className={`inline-flex items-center gap-1.5 text-sm font-medium tabular-nums ${seconds <= 30 ? 'text-warn' : 'text-ink-soft'}`}
    >
      <Timer aria-hidden="true" className="size-4" />
      {text}
    </p>
  )
}
