import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { SignInForm } from '@/components/admin/sign-in/sign-in-form'
import { Logo } from '@/components/brand/logo'
import { Card } from '@/components/ui/card'
import { getStaff } from '@/lib/auth'
import { isOidcConfigured } from '@/lib/oidc'

export const metadata: Metadata = { title: 'Staff sign-in' }

export default async function SignInPage({ searchParams }: PageProps<'/admin/sign-in'>) {
  if (await getStaff()) redirect('/admin')
  const { error } = await searchParams
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-5 py-12">
      <a href="/" aria-label="Home">
        <Logo suffix="Staff" />
      </a>
      <Card className="mt-8 w-full max-w-sm p-7 shadow-sm sm:p-8">
        <h1 className="mb-6 text-xl font-semibold">Staff sign-in</h1>
        <SignInForm oidc={isOidcConfigured()} error={typeof error === 'string' ? error : null} />
      </Card>
      <p className="mt-6 max-w-sm text-center text-sm/6 text-ink-faint">
        For invited colleagues. We record every time somebody views a customer’s data.
      </p>
    </main>
  )
}
