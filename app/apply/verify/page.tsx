/** Starts the hosted flow and shows the live status of the applicant's inquiry. */
import type { Metadata } from 'next'
import { NextIntlClientProvider } from 'next-intl'
import { getLocale, getMessages, getTranslations } from 'next-intl/server'
import { CustomerShell, NoApplication } from '@/components/customer/shell'
import { LiveStatus } from '@/components/customer/status'
import { getApplicant } from '@/lib/applicant'
import { getApplicantInquiry } from '@/lib/inquiries/applicant-inquiry'
import { env } from '@/lib/runtime/env'
import { productName } from '@/site'
import { flowReturnedAction } from '../actions'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Verify')
  return { title: t('pageTitle') }
}

export default async function VerifyPage({ searchParams }: PageProps<'/apply/verify'>) {
  const applicant = await getApplicant()
  const inquiry = applicant && (await getApplicantInquiry(applicant))
  const { returned } = await searchParams
  // A service that knows only one URL also sends customers to it who left early.
  const end = returned === 'cancelled' ? 'cancelled' : 'completed'
  const {
    VERIFICATION_SDK_URL: sdkUrl,
    VERIFICATION_FLOW_ORIGINS: [flowOrigin],
    NEXTAUTH_URL,
  } = env()
  const statusUrl = `${NEXTAUTH_URL}/apply/verify`
  const locale = await getLocale()
  const { Account, Verify } = await getMessages()
  return (
    <CustomerShell path="/apply/verify" bare>
      <div className="mx-auto w-full max-w-2xl px-5 py-10 sm:py-14">
        {inquiry ? (
          <NextIntlClientProvider messages={{ Account, Verify }}>
            <LiveStatus
              initial={inquiry}
              productName={productName(inquiry.product, locale)}
              flow={{
                sdkUrl,
                flowUrl: `${flowOrigin}/flow`,
                returnUrl: `${statusUrl}?returned=completed`,
                cancelUrl: `${statusUrl}?returned=cancelled`,
                language: locale,
              }}
              returned={returned ? end : null}
              flowReturnedAction={flowReturnedAction}
            />
          </NextIntlClientProvider>
        ) : (
          <NoApplication />
        )}
      </div>
    </CustomerShell>
  )
}
