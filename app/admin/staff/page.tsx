import type { Metadata } from 'next'
import { NextIntlClientProvider } from 'next-intl'
import { getMessages, getTranslations } from 'next-intl/server'
import { StaffPage } from '@/app/admin/staff-page'
import { InviteDialog } from '@/components/admin/staff/invite-dialog'
import { StaffTable } from '@/components/admin/staff/staff-table'
import { requireStaff } from '@/lib/auth'
import { listStaff } from '@/lib/back-office/staff-list'
import { arePasswordsAllowed } from '@/lib/oidc'
import {
  changeRoleAction,
  confirmLinkAction,
  createLinkAction,
  inviteStaffAction,
  setActiveAction,
  signOutEverywhereAction,
} from './actions'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('StaffAdmin')
  return { title: t('title') }
}

export default async function StaffAdminPage() {
  const admin = await requireStaff('staff.manage')
  const members = await listStaff(admin)
  const t = await getTranslations('StaffAdmin')
  const { Roles, StaffAccount, StaffAdmin, StaffLinks } = await getMessages()
  return (
    <NextIntlClientProvider messages={{ Roles, StaffAccount, StaffAdmin, StaffLinks }}>
      <StaffPage
        staff={admin}
        current="staff"
        title={t('title')}
        lead={t('lead')}
        actions={<InviteDialog action={inviteStaffAction} />}
      >
        <StaffTable
          members={members}
          selfId={admin.id}
          actions={{
            changeRole: changeRoleAction,
            setActive: setActiveAction,
            signOut: signOutEverywhereAction,
            createLink: arePasswordsAllowed() ? createLinkAction : undefined,
            confirmLink: confirmLinkAction,
          }}
        />
      </StaffPage>
    </NextIntlClientProvider>
  )
}
