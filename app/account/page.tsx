/** The account that an approval opened. Replace it with your own: this one is fictional, like its number. */
import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getFormatter, getTranslations } from 'next-intl/server'
import { NewCard } from '@/components/account/new-card'
import { CustomerShell } from '@/components/storefront/customer-shell'
import { Card } from '@/components/ui/card'
import { languageTag } from '@/components/ui/language-tag'
import { Notice } from '@/components/ui/notice'
import { getApplicant } from '@/lib/applicant'
import { getApplicantAccount } from '@/lib/inquiries/applicant-inquiry'
import { currentLocale } from '@/lib/locale'
import { productName, SITE, SITE_TEXT } from '@/site'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Account')
  return { title: t('title') }
}

export default async function AccountPage() {
  const applicant = await getApplicant()
  const account = applicant && (await getApplicantAccount(applicant))
  // Its page says why there is no account, or not any more.
  if (!account) redirect('/apply/verify')
  const t = await getTranslations('Account')
  const format = await getFormatter()
  const locale = await currentLocale()
  const product = productName(account.product, locale)
  const longDate = new Intl.DateTimeFormat(languageTag(locale), {
    dateStyle: 'long',
    timeZone: 'UTC',
  })
  const facts = [
    [t('balance'), format.number(0, { style: 'currency', currency: 'EUR' })],
    [t('opened'), longDate.format(new Date(account.openedAt))],
  ] as const
  return (
    <CustomerShell bare>
      <div className="mx-auto w-full max-w-2xl px-5 py-10 sm:py-14">
        <h1 className="text-3xl font-semibold sm:text-4xl">{t('welcome', { bank: SITE.name })}</h1>
        <p className="mt-3 text-lg/8 text-ink-soft">{t('open', { product })}</p>
        <Card className="mt-8 overflow-hidden shadow-sm">
          <NewCard account={account.account} productName={product} />
          <dl className="grid gap-x-8 gap-y-5 p-6 sm:grid-cols-2 sm:p-9">
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt className="text-sm text-ink-faint">{name}</dt>
                <dd className="mt-1 font-medium whitespace-nowrap tabular-nums">{value}</dd>
              </div>
            ))}
          </dl>
        </Card>
        <div className="mt-6">
          <Notice tone="info" title={t('fictional')}>
            {SITE_TEXT[locale].disclaimer}
          </Notice>
        </div>
      </div>
    </CustomerShell>
  )
}
