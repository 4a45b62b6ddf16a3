import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { SetPasswordForm } from '@/components/admin/account/set-password-form'
import { EntryFrame } from '@/components/admin/shell/entry-frame'
import { requestNonce } from '@/lib/nonce'
import { acceptLinkAction } from './actions'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('StaffAccount.setPassword')
  return { title: t('title'), referrer: 'no-referrer' }
}

/** The target of a one-time link. Opening the page doesn't use the link up, so link previews can't spoil it. */
export default async function SetPasswordPage() {
  const t = await getTranslations('StaffAccount.setPassword')
  return (
    <EntryFrame title={t('title')}>
      <SetPasswordForm nonce={await requestNonce()} action={acceptLinkAction} />
    </EntryFrame>
  )
}
