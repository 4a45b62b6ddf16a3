import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { KeepFragment } from '@/components/admin/account/keep-fragment'
import { SetPasswordForm } from '@/components/admin/account/set-password-form'
import { EntryFrame } from '@/components/admin/shell/entry-frame'
import { LanguageMenu } from '@/components/ui/language-menu'
import { requestNonce } from '@/lib/nonce'
import { acceptLinkAction } from './actions'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('StaffAccount.setPassword')
  return { title: t('title'), referrer: 'same-origin' }
}

/** The target of a one-time link. Opening the page doesn't use the link up, so link previews can't spoil it. */
export default async function SetPasswordPage() {
  const t = await getTranslations('StaffAccount.setPassword')
  return (
    <EntryFrame
      title={t('title')}
      lead={t('lead')}
      footer={
        <KeepFragment>
          <LanguageMenu />
        </KeepFragment>
      }
    >
      <SetPasswordForm nonce={await requestNonce()} action={acceptLinkAction} />
    </EntryFrame>
  )
}
