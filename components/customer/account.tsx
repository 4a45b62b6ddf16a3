import { ArrowDownToLine, ArrowLeftRight, Smartphone } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { buttonClass } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { CopyButton } from '@/components/ui/copy-button'
import { hasCard } from '@/site'
import { CardDrawing, SavingsDrawing, windLines } from './drawings'

const WIND = windLines({ width: 720, height: 300, lines: 14 })

interface NewAccountProps {
  product: string
  productName: string
  /** Null until it's known. */
  account: string | null
  /** Left out before the customer has seen the account. */
  balance?: string
  opened?: string
}

/** The account that was just opened, with its card if it has one. */
export function NewAccount({ product, productName, account, balance, opened }: NewAccountProps) {
  const t = useTranslations('Account')
  return (
    <section
      aria-label={productName}
      className="relative isolate overflow-hidden bg-night p-6 text-white sm:px-9 sm:py-8"
    >
      <div className="flex flex-col gap-7 sm:flex-row sm:items-center sm:justify-between">
        <div className="min-w-0">
          <p className="font-semibold">{productName}</p>
          <dl className="mt-5 grid gap-y-5">
            {balance && (
              <div>
                <dt className="text-sm font-medium text-glow">{t('balance')}</dt>
                <dd className="mt-1 text-[2.75rem]/none font-semibold tracking-tight tabular-nums">
                  {balance}
                </dd>
              </div>
            )}
            <div>
              <dt className="text-sm font-medium text-glow">{t('number')}</dt>
              <dd
                className={cn(
                  'mt-0.5 flex items-center gap-1.5 font-semibold whitespace-nowrap tabular-nums',
                  !balance && 'text-2xl',
                )}
              >
                <span>{account ?? t('noNumber')}</span>
                {account && (
                  <CopyButton
                    text={account}
                    label={t('copyNumber')}
                    copiedLabel={t('copiedNumber')}
                    className="size-9! rounded-lg! text-white/80! hover:bg-white/10! hover:text-white! focus-visible:outline-glow"
                  />
                )}
              </dd>
            </div>
            {opened && (
              <div className="flex gap-1 text-sm text-white/75">
                <dt>{t('opened')}</dt>
                <dd className="tabular-nums">{opened}</dd>
              </div>
            )}
          </dl>
        </div>
        <div className="w-full shrink-0 max-sm:relative sm:max-w-64">
          {/* Behind the drawing on a phone, and beside the text otherwise. */}
          <svg
            viewBox="0 0 720 300"
            preserveAspectRatio="xMidYMid slice"
            className="absolute -z-10 stroke-glow opacity-[0.16] max-sm:-top-4 max-sm:-left-6 max-sm:h-[calc(100%+2.5rem)] max-sm:w-[calc(100%+3rem)] sm:inset-0 sm:size-full max-sm:[mask-image:linear-gradient(to_bottom,transparent,black_3rem)] sm:[mask-image:linear-gradient(to_right,transparent_45%,black_80%)]"
            fill="none"
            aria-hidden="true"
          >
            <path d={WIND} strokeWidth="1.2" />
          </svg>
          <div className="card-arrives max-sm:max-w-80">
            {hasCard(product) ? (
              <CardDrawing account={account} foot={productName} />
            ) : (
              <SavingsDrawing />
            )}
          </div>
        </div>
      </div>
    </section>
  )
}

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
      <p className="mt-1 text-muted-foreground">{t('demo')}</p>
      <ul className="mt-5 grid gap-5 sm:grid-cols-3">
        {STEPS.map(({ id, icon: Icon }) => (
          <li key={id} className="flex gap-3.5 sm:flex-col sm:gap-2">
            <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-primary" />
            <div>
              <h3 className="font-medium">{t(`${id}.title`)}</h3>
              <p className="mt-0.5 text-sm/6 text-muted-foreground">{t(`${id}.text`)}</p>
            </div>
          </li>
        ))}
      </ul>
      <a
        href="/"
        className={cn(buttonClass({ tone: 'secondary', size: 'large' }), 'mt-7 max-sm:w-full')}
      >
        {deadEnd('goHome')}
      </a>
    </section>
  )
}
