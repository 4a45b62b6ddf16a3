import { Check, CirclePause, Clock, CloudOff, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { cn } from '@/components/ui/cn'
import { APPLICATION_STEPS, type StageLook } from './stages'

interface ProgressProps {
  step: StageLook['step']
  /** Why the application ended at this step. */
  stopped?: StageLook['stopped']
  /** Whether there is no news of it at the moment. */
  stalled?: boolean
  /** Whether there is nothing left to do. */
  done?: boolean
}

const STOPPED = {
  failed: { icon: X, bar: 'bg-destructive', text: 'text-destructive' },
  declined: { icon: X, bar: 'bg-input', text: 'text-foreground' },
  expired: { icon: Clock, bar: 'bg-warning', text: 'text-warning' },
  on_hold: { icon: CirclePause, bar: 'bg-warning', text: 'text-warning' },
} as const
const STALLED = { icon: CloudOff, bar: 'bg-warning', text: 'text-warning' } as const
const GOES_ON = { icon: null, bar: 'bg-primary', text: 'text-foreground' } as const

/** The progress bar of an application. */
export function Progress({ step, stopped, stalled = false, done = false }: ProgressProps) {
  const t = useTranslations('Verify')
  const total = APPLICATION_STEPS.length
  const { icon: Icon, bar, text } = stopped ? STOPPED[stopped] : stalled ? STALLED : GOES_ON
  const here = `font-medium ${text}`
  return (
    <div>
      <ol aria-label={t('progress')} className="grid grid-cols-4 gap-2">
        {APPLICATION_STEPS.map((name, index) => {
          const passed = index < step || done
          const current = index === step && !done
          return (
            <li key={name} aria-current={current ? 'step' : undefined}>
              <span
                aria-hidden="true"
                className={cn(
                  'block h-1 rounded-full',
                  current ? bar : passed ? 'bg-primary' : 'bg-border',
                )}
              />
              <span
                className={cn(
                  'mt-2.5 flex items-center gap-1 text-sm whitespace-nowrap max-sm:sr-only',
                  current ? here : 'text-subtle-foreground',
                )}
              >
                {passed && <Check aria-hidden="true" className="size-3.5 text-primary" />}
                {current && Icon && <Icon aria-hidden="true" className="size-3.5" />}
                <span>{t(`steps.${name}`)}</span>
                {passed && <span className="sr-only">{t('done')}</span>}
                {current && stopped && (
                  // There's room for it only in the last step.
                  <span className={stopped === 'on_hold' ? '-ml-1' : 'sr-only'}>
                    {t(`stopped.${stopped}`)}
                  </span>
                )}
              </span>
            </li>
          )
        })}
      </ol>
      {/* Four names don't fit on a phone. */}
      <p aria-hidden="true" className="mt-2.5 text-sm text-subtle-foreground sm:hidden">
        <span>{`${t('stepOf', { number: step + 1, total })} · `}</span>
        <span className={here}>
          {done && <Check className="mr-1 inline size-3.5 align-[-0.125em] text-primary" />}
          {Icon && <Icon className="mr-1 inline size-3.5 align-[-0.125em]" />}
          <span>
            {t(`steps.${APPLICATION_STEPS[step]}`) + (stopped ? t(`stopped.${stopped}`) : '')}
          </span>
        </span>
      </p>
    </div>
  )
}
