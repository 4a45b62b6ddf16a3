'use client'
/** How long the pictures stay, with a warning before they disappear and a button to keep them. */
import { ClockPlus, EyeOff, Timer } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { useCaseReveal } from './reveal-context'

const WARN_SECONDS = 60

/** For the header and the full window: the time left, with buttons to renew and hide. Empty while nothing is shown. */
export function RevealTimer({ isCompact = false }: { isCompact?: boolean }) {
  const t = useTranslations('StaffCase')
  const { state, reveal, hide } = useCaseReveal()
  if (state.step !== 'shown' || state.expiresAt === null) return null
  return (
    <div
      className={`flex items-center gap-1 md:gap-0 md:rounded-lg md:border md:border-line md:bg-surface ${isCompact ? 'max-sm:contents' : ''}`}
    >
      <Countdown expiresAt={state.expiresAt} />
      <Button
        tone="quiet"
        size="small"
        className="max-md:w-9 max-md:px-0! md:h-8.5! md:px-2.5!"
        onClick={reveal}
        inactive={state.renewal === 'pending'}
        aria-label={t('renew')}
        title={t('renew')}
      >
        <ClockPlus
          aria-hidden="true"
          className={`size-4 ${state.renewal === 'pending' ? 'motion-safe:animate-pulse' : ''}`}
        />
        <span className="max-md:hidden">{t('renewShort')}</span>
      </Button>
      <Button
        tone="quiet"
        size="small"
        className="max-md:w-9 max-md:px-0! md:h-8.5! md:px-2.5!"
        onClick={hide}
      >
        <EyeOff aria-hidden="true" className="size-4" />
        <span className="max-md:sr-only">{t('hide')}</span>
      </Button>
    </div>
  )
}

function Countdown({ expiresAt }: { expiresAt: number }) {
  const t = useTranslations('StaffCase')
  const seconds = useSecondsLeft(expiresAt)
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  const look =
    seconds <= WARN_SECONDS ? 'bg-warn-soft text-warn border-warn/30' : 'border-line text-ink-soft'
  return (
    <p
      role="timer"
      aria-label={t('timeLeft')}
      title={t('timeLeftMeaning')}
      className={`inline-flex h-9 items-center gap-1.5 rounded-lg border px-2.5 md:h-8.5 md:border-transparent text-sm font-medium tabular-nums ${look}`}
    >
      <Timer aria-hidden="true" className="size-4" />
      {text}
    </p>
  )
}

const secondsLeft = (expiresAt: number) =>
  Math.max(0, Math.ceil((expiresAt - performance.now()) / 1000))

/** @param expiresAt on the clock of `performance.now()` */
function useSecondsLeft(expiresAt: number): number {
  const [left, setLeft] = useState({ expiresAt, seconds: secondsLeft(expiresAt) })
  useEffect(() => {
    const update = () => setLeft({ expiresAt, seconds: secondsLeft(expiresAt) })
    update()
    const timer = setInterval(update, 250)
    return () => clearInterval(timer)
  }, [expiresAt])
  return left.expiresAt === expiresAt ? left.seconds : secondsLeft(expiresAt)
}

/** Warns once, a minute before the pictures disappear, with a button to keep them. */
export function ExpiryWarning({ expiresAt }: { expiresAt: number }) {
  const t = useTranslations('StaffCase')
  const { state, reveal } = useCaseReveal()
  const isSoon = useSecondsLeft(expiresAt) <= WARN_SECONDS
  return (
    <div role="status" className="contents">
      {isSoon && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-xl bg-warn-soft px-4 py-2.5 text-sm/6">
          <p>
            <strong className="font-semibold text-warn">{t('expiresSoon')}</strong>{' '}
            <span className="text-ink-soft">{t('expiresSoonText')}</span>
          </p>
          <Button
            tone="secondary"
            size="small"
            onClick={reveal}
            inactive={state.step === 'shown' && state.renewal === 'pending'}
          >
            {t('keep')}
          </Button>
        </div>
      )}
    </div>
  )
}
