import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { SecondFactorSetup } from '@/components/admin/account/second-factor-setup'
import { EntryFrame } from '@/components/admin/shell/entry-frame'
import { SignOutButton } from '@/components/admin/sign-out-button'
import { requireSetUp } from '@/lib/auth'
import { beginEnrolment } from '@/lib/second-factor'
import { setUpSecondFactorAction } from '../actions'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('StaffAccount.setup')
  return { title: t('title') }
}

/** Without the staff navigation: while a required second factor is missing, no other staff page opens. */
export default async function SecondFactorPage() {
  const { staff, claims } = await requireSetUp()
  const enrolment = claims.via === 'credentials' ? await beginEnrolment(staff) : null
  const t = await getTranslations('StaffAccount.setup')
  return (
    <EntryFrame title={t('title')} lead={t('lead')} footer={<SignOutButton />}>
      <SecondFactorSetup enrolment={enrolment} action={setUpSecondFactorAction} />
    </EntryFrame>
  )
}
