import { useTranslations } from 'next-intl'
import { cn } from '@/components/ui/cn'
import { CopyButton } from '@/components/ui/copy-button'
import { hasCard } from '@/site'
import { CardDrawing, SavingsDrawing, Wind } from './drawings'

interface NewAccountProps {
  product: string
  productName: string
  /** Null until it's known. */
  account: string | null
  /** Omitted on the status page. */
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
          {/* On a phone it's behind the drawing, and otherwise beside the text. */}
          <Wind
            width={720}
            height={300}
            lines={14}
            className="max-sm:-top-4 max-sm:-left-6 max-sm:h-[calc(100%+2.5rem)] max-sm:w-[calc(100%+3rem)] sm:inset-0 sm:size-full max-sm:[mask-image:linear-gradient(to_bottom,transparent,black_3rem)] sm:[mask-image:linear-gradient(to_right,transparent_45%,black_80%)]"
          />
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
