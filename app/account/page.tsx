/** The account that an approval opened. It's fictional, like its number: replace this page with your own. */
import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getFormatter, getTranslations } from 'next-intl/server'
import { NewCard } from '@/components/account/new-card'
import { CustomerShell } from '@/components/storefront/customer-shell'
import { Card } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { dateText } from '@/components/ui/utc-time'
import { getApplicant } from '@/lib/applicant'
import { getApplicantAccount } from '@/lib/inquiries/applicant-inquiry'
import { currentLocale } from '@/lib/locale'
import { productName, SITE } from '@/site'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Account')
  return { title: t('title') }
}

export default async function AccountPage() {
  const applicant = await getApplicant()
  const account = applicant && (await getApplicantAccount(applicant))
  // The status page says why there is no account, or why it's gone.
  if (!account) redirect('/apply/verify')
  const t = await getTranslations('Account')
  const format = await getFormatter()
  const locale = await currentLocale()
  const product = productName(account.product, locale)
  return (
    <CustomerShell bare>
      <div className="mx-auto w-full max-w-2xl px-5 py-10 sm:py-14">
        <h1 className="text-3xl font-semibold sm:text-4xl">{t('welcome', { bank: SITE.name })}</h1>
        <p className="mt-3 text-lg/8 text-ink-soft">{t('open', { product })}</p>
        <Card className="mt-8 overflow-hidden shadow-sm">
          <NewCard
            account={account.account}
            productName={product}
            label={t('balance')}
            value={format.number(0, { style: 'currency', currency: 'EUR' })}
          />
          <dl className="grid gap-x-8 gap-y-5 px-6 py-5 sm:grid-cols-[1fr_auto] sm:px-9 sm:py-6">
            <div>
              <dt className="text-sm text-ink-faint">{t('number')}</dt>
              <dd className="mt-1 flex items-center gap-2 font-medium whitespace-nowrap tabular-nums">
                {account.account ?? t('noNumber')}
                {account.account && (
                  <CopyButton
                    text={account.account}
                    label={t('copyNumber')}
                    copiedLabel={t('copiedNumber')}
                    className="size-9! rounded-lg! border border-line-strong/60"
                  />
                )}
              </dd>
            </div>
            <div>
              <dt className="text-sm text-ink-faint">{t('opened')}</dt>
              <dd className="mt-1 leading-9 font-medium whitespace-nowrap tabular-nums">
                {dateText(new Date(account.openedAt), locale)}
              </dd>
            </div>
          </dl>
        </Card>
      </div>
    </CustomerShell>
  )
}
