import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { StaffPage } from '@/app/admin/staff-page'
import { AccountSections } from '@/components/admin/account/account-sections'
import { requireAccount } from '@/lib/auth'
import { changePasswordAction, endOtherSessionsAction, removeSecondFactorAction } from './actions'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('StaffAccount')
  return { title: t('title') }
}

export default async function AccountPage() {
  const { staff, claims, hasSecondFactor } = await requireAccount()
  const t = await getTranslations('StaffAccount')
  return (
    <StaffPage
      staff={staff}
      current={null}
      title={t('title')}
      lead={t('lead', { email: staff.email })}
    >
      <AccountSections
        hasPassword={claims.via === 'credentials'}
        hasSecondFactor={hasSecondFactor}
        isAdmin={staff.role === 'ADMIN'}
        actions={{
          changePassword: changePasswordAction,
          removeFactor: removeSecondFactorAction,
          endSessions: endOtherSessionsAction,
        }}
      />
    </StaffPage>
  )
}
