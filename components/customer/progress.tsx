import { Check } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { cn } from '@/components/ui/cn'
import { APPLICATION_STEPS, type StageLook } from './stages'

interface ProgressProps {
  step: StageLook['step']
  tone?: StageLook['tone']
  /** Whether the application is complete. */
  done?: boolean
}

/** The colour of the current step if the application has ended or is held up there. */
const BARS: Partial<Record<StageLook['tone'], string>> = {
  bad: 'bg-destructive',
  declined: 'bg-input',
  attention: 'bg-warning',
  held: 'bg-warning',
}

/** The progress bar of an application. */
export function Progress({ step, tone = 'action', done = false }: ProgressProps) {
  const t = useTranslations('Verify')
  const total = APPLICATION_STEPS.length
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
                  'block h-1 rounded-full forced-colors:h-2 forced-colors:border',
                  (passed || current) && 'forced-colors:bg-[Highlight]',
                  passed ? 'bg-primary' : current ? (BARS[tone] ?? 'bg-primary') : 'bg-border',
                )}
              />
              <span
                className={cn(
                  'mt-2.5 flex items-center gap-1 text-sm whitespace-nowrap max-sm:sr-only',
                  current ? 'font-medium text-foreground' : 'text-subtle-foreground',
                )}
              >
                {passed && <Check aria-hidden="true" className="size-3.5 text-primary" />}
                <span>{t(`steps.${name}`)}</span>
                {passed && <span className="sr-only">{t('done')}</span>}
              </span>
            </li>
          )
        })}
      </ol>
      {/* On a phone, only the current step's name fits. */}
      <p aria-hidden="true" className="mt-2.5 text-sm text-subtle-foreground sm:hidden">
        <span>{`${t('stepOf', { number: step + 1, total })} · `}</span>
        <span className="font-medium text-foreground">
          {done && <Check className="mr-1 inline size-3.5 align-[-0.125em] text-primary" />}
          <span>{t(`steps.${APPLICATION_STEPS[step]}`)}</span>
        </span>
      </p>
    </div>
  )
}
