/** Shows the customer's new account. The account is fictional, so replace this page with your own. */
import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getFormatter, getLocale, getTranslations } from 'next-intl/server'
import { NewAccount } from '@/components/customer/account'
import { CustomerShell } from '@/components/customer/shell'
import { buttonClass } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import { dateText } from '@/components/ui/utc-time'
import { getApplicant } from '@/lib/applicant'
import { getApplicantAccount } from '@/lib/inquiries/applicant-inquiry'
import { hasCard, productName, SITE } from '@/site'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Account')
  return { title: t('title') }
}

export default async function AccountPage() {
  const applicant = await getApplicant()
  const account = applicant && (await getApplicantAccount(applicant))
  // The status page explains why there is no account, or why it's on hold.
  if (!account) redirect('/apply/verify')
  const t = await getTranslations('Account')
  const deadEnd = await getTranslations('DeadEnd')
  const format = await getFormatter()
  const locale = await getLocale()
  const product = productName(account.product, locale)
  return (
    <CustomerShell path="/account" bare>
      <div className="mx-auto w-full max-w-2xl px-5 py-10 sm:py-14">
        <h1 className="text-3xl font-semibold sm:text-4xl">{t('welcome', { bank: SITE.name })}</h1>
        <p className="mt-3 text-lg/8 text-muted-foreground">{t('open', { product })}</p>
        <Card className="mt-8 overflow-hidden shadow-sm">
          <NewAccount
            product={account.product}
            productName={product}
            account={account.account}
            balance={format.number(0, { style: 'currency', currency: 'EUR' })}
            opened={dateText(account.openedAt, locale)}
          />
        </Card>
        <h2 className="mt-10 text-xl font-semibold">{t('nextTitle')}</h2>
        <ul className="mt-3 grid list-disc gap-2 pl-5 text-muted-foreground">
          <li>{t('nextMoney')}</li>
          {hasCard(account.product) && <li>{t('nextCard')}</li>}
        </ul>
        <a
          href="/"
          className={cn(buttonClass({ tone: 'secondary', size: 'large' }), 'mt-8 max-sm:w-full')}
        >
          {deadEnd('goHome')}
        </a>
      </div>
    </CustomerShell>
  )
}
