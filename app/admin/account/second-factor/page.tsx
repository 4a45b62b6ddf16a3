import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { SecondFactorSetup } from '@/components/admin/account/second-factor-setup'
import { SignOutButton } from '@/components/admin/shell/sign-out-button'
import { Card } from '@/components/ui/card'
import { requireSetUp } from '@/lib/auth'
import { beginEnrolment } from '@/lib/second-factor'
import { setUpSecondFactorAction } from '../actions'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('StaffAccount.setup')
  return { title: t('title') }
}

/** Outside the staff area's frame: at the first sign-in, nothing else opens until this is done. */
export default async function SecondFactorPage() {
  const { staff, claims } = await requireSetUp()
  const enrolment = claims.via === 'credentials' ? await beginEnrolment(staff) : null
  const t = await getTranslations('StaffAccount.setup')
  const shell = await getTranslations('StaffShell')
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-5 py-12">
      <Card className="w-full max-w-md p-6 shadow-sm sm:p-8">
        <h1 className="text-xl font-semibold">{t('title')}</h1>
        <p className="mt-2 mb-6 text-[0.9375rem]/6 text-ink-soft">{t('lead')}</p>
        <SecondFactorSetup enrolment={enrolment} action={setUpSecondFactorAction} />
      </Card>
      <div className="mt-6">
        <SignOutButton label={shell('signOut')} />
      </div>
    </main>
  )
}
