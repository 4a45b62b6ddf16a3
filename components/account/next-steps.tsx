import { ArrowDownToLine, ArrowLeftRight, Smartphone } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { buttonClass } from '@/components/ui/button'

const STEPS = [
  { id: 'money', icon: ArrowDownToLine },
  { id: 'transfer', icon: ArrowLeftRight },
  { id: 'app', icon: Smartphone },
] as const

/** What a bank would offer next. None of it does anything here, and the list says so: replace it with your own. */
export function NextSteps() {
  const t = useTranslations('Account.next')
  const deadEnd = useTranslations('DeadEnd')
  return (
    <section aria-labelledby="next-title" className="mt-10">
      <h2 id="next-title" className="text-xl font-semibold">
        {t('title')}
      </h2>
      <p className="mt-1 text-ink-soft">{t('demo')}</p>
      <ul className="mt-5 grid gap-5 sm:grid-cols-3">
        {STEPS.map(({ id, icon: Icon }) => (
          <li key={id} className="flex gap-3.5 sm:flex-col sm:gap-2">
            <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-brand" />
            <div>
              <h3 className="font-medium">{t(`${id}.title`)}</h3>
              <p className="mt-0.5 text-sm/6 text-ink-soft">{t(`${id}.text`)}</p>
            </div>
          </li>
        ))}
      </ul>
      <a
        href="/"
        className={`${buttonClass({ tone: 'secondary', size: 'large' })} mt-7 max-sm:w-full`}
      >
        {deadEnd('goHome')}
      </a>
    </section>
  )
}
