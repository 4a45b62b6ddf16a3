import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { NextIntlClientProvider } from 'next-intl'
import { getMessages, getTranslations } from 'next-intl/server'
import { SignInForm } from '@/components/admin/sign-in/sign-in-form'
import { Logo } from '@/components/brand/logo'
import { Card } from '@/components/ui/card'
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
  const shell = await getTranslations('StaffShell')
  const { SignIn } = await getMessages()
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-5 py-12">
      <a href="/">
        <Logo suffix={shell('staff')} />
      </a>
      <Card className="mt-8 w-full max-w-sm p-7 shadow-sm sm:p-8">
        <h1 className="mb-6 text-xl font-semibold">{t('title')}</h1>
        <NextIntlClientProvider messages={{ SignIn }}>
          <SignInForm
            passwords={arePasswordsAllowed()}
            oidc={isOidcConfigured()}
            error={typeof error === 'string' ? error : null}
          />
        </NextIntlClientProvider>
      </Card>
      <p className="mt-6 max-w-sm text-center text-sm/6 text-ink-faint">{t('recorded')}</p>
      <div className="mt-4 text-sm text-ink-soft">
        <LanguageMenu />
      </div>
    </main>
  )
}
