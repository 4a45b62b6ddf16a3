/** Starts the hosted flow and shows the live status of the applicant's inquiry. */
import type { Metadata } from 'next'
import { LiveStatus } from '@/components/apply/live-status'
import { NoApplication } from '@/components/apply/no-application'
import { CustomerShell } from '@/components/storefront/customer-shell'
import { getApplicant } from '@/lib/applicant'
import { env } from '@/lib/env'
import { getApplicantInquiry } from '@/lib/inquiries/applicant-inquiry'
import { currentLocale } from '@/lib/locale'
import { productName } from '@/site'
import { flowReturnedAction } from '../actions'

export const metadata: Metadata = { title: 'Your application' }

export default async function VerifyPage({ searchParams }: PageProps<'/apply/verify'>) {
  const applicant = await getApplicant()
  const inquiry = applicant && (await getApplicantInquiry(applicant))
  const { returned } = await searchParams
  const { VERIFICATION_SDK_URL: sdkUrl, NEXTAUTH_URL } = env()
  return (
    <CustomerShell bare>
      <div className="mx-auto w-full max-w-2xl px-5 py-10 sm:py-14">
        {inquiry ? (
          <LiveStatus
            initial={inquiry}
            productName={productName(inquiry.product, await currentLocale())}
            flow={{
              sdkUrl,
              flowUrl: new URL('/flow', sdkUrl).href,
              returnUrl: `${NEXTAUTH_URL}/apply/verify?returned`,
            }}
            returned={returned !== undefined}
            flowReturnedAction={flowReturnedAction}
          />
        ) : (
          <NoApplication />
        )}
      </div>
    </CustomerShell>
  )
}
