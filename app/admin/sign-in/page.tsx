import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { NextIntlClientProvider } from 'next-intl'
import { getMessages, getTranslations } from 'next-intl/server'
import { EntryFrame } from '@/components/admin/shell/entry-frame'
import { SignInForm } from '@/components/admin/sign-in/sign-in-form'
import { LanguageMenu } from '@/components/ui/language-menu'
import { getAccount } from '@/lib/auth'
import { arePasswordsAllowed, isOidcConfigured } from '@/lib/oidc'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('SignIn')
  return { title: t('title') }
}

export default async function SignInPage({ searchParams }: PageProps<'/admin/sign-in'>) {
  if (await getAccount()) redirect('/admin')
  const { error } = await searchParams
  const t = await getTranslations('SignIn')
  const { SignIn } = await getMessages()
  return (
    <EntryFrame
      title={t('title')}
      home="/"
      note={arePasswordsAllowed() && t('forgot')}
      footer={
        <>
          <p className="text-center text-balance text-ink-faint">{t('recorded')}</p>
          <LanguageMenu />
        </>
      }
    >
      <NextIntlClientProvider messages={{ SignIn }}>
        <SignInForm
          passwords={arePasswordsAllowed()}
          oidc={isOidcConfigured()}
          error={typeof error === 'string' ? error : null}
        />
      </NextIntlClientProvider>
    </EntryFrame>
  )
}
