import type { Metadata } from 'next'
import { NextIntlClientProvider } from 'next-intl'
import { getMessages } from 'next-intl/server'
import { StaffPage } from '@/app/admin/staff-page'
import { InviteDialog } from '@/components/admin/staff/invite-dialog'
import { StaffTable } from '@/components/admin/staff/staff-table'
import { requireStaff } from '@/lib/auth'
import { listStaff } from '@/lib/back-office/staff-list'
import {
  changeRoleAction,
  confirmLinkAction,
  createLinkAction,
  inviteStaffAction,
  setActiveAction,
  signOutEverywhereAction,
} from './actions'

export const metadata: Metadata = { title: 'Staff' }

export default async function StaffAdminPage() {
  const admin = await requireStaff('staff.manage')
  const members = await listStaff(admin)
  const { StaffLinks, StaffAccount } = await getMessages()
  return (
    <NextIntlClientProvider messages={{ StaffLinks, StaffAccount }}>
      <StaffPage
        staff={admin}
        current="staff"
        title="Staff"
        lead="Changes apply immediately and sign that person out."
        actions={<InviteDialog action={inviteStaffAction} />}
      >
        <StaffTable
          members={members}
          selfId={admin.id}
          actions={{
            changeRole: changeRoleAction,
            setActive: setActiveAction,
            signOut: signOutEverywhereAction,
            createLink: createLinkAction,
            confirmLink: confirmLinkAction,
          }}
        />
      </StaffPage>
    </NextIntlClientProvider>
  )
}
