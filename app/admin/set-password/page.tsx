import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { SetPasswordForm } from '@/components/admin/account/set-password-form'
import { Logo } from '@/components/brand/logo'
import { Card } from '@/components/ui/card'
import { requestNonce } from '@/lib/nonce'
import { acceptLinkAction } from './actions'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('StaffAccount.setPassword')
  return { title: t('title'), referrer: 'no-referrer' }
}

/** Where a one-time link leads. Opening it uses nothing up, so a program that previews links doesn't spoil them. */
export default async function SetPasswordPage() {
  const t = await getTranslations('StaffAccount.setPassword')
  const shell = await getTranslations('StaffShell')
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-5 py-12">
      <Logo suffix={shell('staff')} />
      <Card className="mt-8 w-full max-w-sm p-7 shadow-sm sm:p-8">
        <h1 className="mb-6 text-xl font-semibold">{t('title')}</h1>
        <SetPasswordForm nonce={await requestNonce()} action={acceptLinkAction} />
      </Card>
    </main>
  )
}
