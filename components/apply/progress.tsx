import { Check } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { APPLICATION_STEPS } from './stages'

/** The progress bar of an application. `step` is the current step; `done` if there is nothing left to do. */
export function Progress({ step, done = false }: { step: number; done?: boolean }) {
  const t = useTranslations('Verify')
  return (
    <ol aria-label={t('progress')} className="grid grid-cols-4 gap-2">
      {APPLICATION_STEPS.map((name, index) => {
        const passed = index < step || done
        const current = index === step && !done
        return (
          <li key={name} aria-current={current ? 'step' : undefined}>
            <span
              aria-hidden="true"
              className={`block h-1 rounded-full ${passed || current ? 'bg-brand' : 'bg-line'}`}
            />
            <span
              // On a phone four names don't fit: only that of the current step is shown.
              className={`mt-2.5 flex items-center gap-1 text-sm whitespace-nowrap max-sm:w-0 ${current ? 'font-medium text-ink' : 'text-ink-faint max-sm:sr-only'}`}
            >
              {passed && (
                <Check aria-hidden="true" className="hidden size-3.5 text-brand sm:block" />
              )}
              {t(`steps.${name}`)}
              {passed && <span className="sr-only">{t('done')}</span>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
