import { Check } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { APPLICATION_STEPS, type StageLook } from './stages'

/** The progress bar of an application. `done` if there is nothing left to do. */
export function Progress({ step, done = false }: { step: StageLook['step']; done?: boolean }) {
  const t = useTranslations('Verify')
  const total = APPLICATION_STEPS.length
  return (
    // On a phone, four full bars would add nothing to what the page says.
    <div className={done ? 'max-sm:sr-only' : ''}>
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
                className={`mt-2.5 flex items-center gap-1 text-sm whitespace-nowrap max-sm:sr-only ${current ? 'font-medium text-ink' : 'text-ink-faint'}`}
              >
                {passed && <Check aria-hidden="true" className="size-3.5 text-brand" />}
                {t(`steps.${name}`)}
                {passed && <span className="sr-only">{t('done')}</span>}
              </span>
            </li>
          )
        })}
      </ol>
      {/* Four names don't fit on a phone. */}
      <p aria-hidden="true" className="mt-2.5 text-sm text-ink-faint sm:hidden">
        {t('stepOf', { number: step + 1, total })} ·{' '}
        <span className="font-medium text-ink">{t(`steps.${APPLICATION_STEPS[step]}`)}</span>
      </p>
    </div>
  )
}
