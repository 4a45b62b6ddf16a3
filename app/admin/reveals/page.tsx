import type { Metadata } from 'next'
import { NextIntlClientProvider } from 'next-intl'
import { getMessages, getTranslations } from 'next-intl/server'
import { StaffPage } from '@/app/admin/staff-page'
import { WaitingReveals } from '@/components/admin/reveals/waiting-reveals'
import { requireStaff } from '@/lib/auth'
import { listWaitingReveals } from '@/lib/inquiries/reveal-requests'
import { decideRevealAction } from './actions'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Reveals')
  return { title: t('title') }
}

/** Requests that need a second member of staff to approve them (REVEAL_RULE=four-eyes). */
export default async function RevealsPage() {
  const staff = await requireStaff('documents.reveal')
  const requests = await listWaitingReveals(staff)
  const t = await getTranslations('Reveals')
  const { Reveals } = await getMessages()
  return (
    <StaffPage staff={staff} current="inquiries" title={t('title')} lead={t('lead')}>
      <NextIntlClientProvider messages={{ Reveals }}>
        <WaitingReveals requests={requests} action={decideRevealAction} />
      </NextIntlClientProvider>
    </StaffPage>
  )
}
