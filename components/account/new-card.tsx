import { useTranslations } from 'next-intl'
import { CardDrawing } from '@/components/storefront/card-drawing'
import { windLines } from '@/components/storefront/wind-lines'

const WIND = windLines({ width: 720, height: 300, lines: 14 })

/** The climax of an application: the card of the account that was just opened. */
export function NewCard({ account, productName }: { account: string | null; productName: string }) {
  const t = useTranslations('Account')
  return (
    <div className="relative isolate overflow-hidden bg-night px-6 py-9 text-white sm:px-9">
      <svg
        viewBox="0 0 720 300"
        preserveAspectRatio="xMidYMid slice"
        className="absolute inset-0 -z-10 size-full stroke-glow opacity-[0.16]"
        fill="none"
        aria-hidden="true"
      >
        <path d={WIND} strokeWidth="1.2" />
      </svg>
      <div className="flex flex-col items-center gap-7 sm:flex-row sm:justify-between">
        <div className="card-arrives w-full max-w-72 sm:order-last">
          <CardDrawing account={account} foot={productName} />
        </div>
        <dl className="text-center sm:text-left">
          <dt className="text-sm font-medium text-glow">{t('newAccount')}</dt>
          <dd className="mt-1 text-xl font-semibold">{productName}</dd>
          <dt className="mt-5 text-sm font-medium text-glow">{t('number')}</dt>
          <dd className="mt-1 text-lg whitespace-nowrap tabular-nums">
            {account ?? t('noNumber')}
          </dd>
        </dl>
      </div>
    </div>
  )
}
