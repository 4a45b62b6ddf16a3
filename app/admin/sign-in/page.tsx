import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { SignInForm } from '@/components/admin/sign-in'
import { Logo } from '@/components/logo'
import { Card } from '@/components/ui/card'
import { env } from '@/lib/runtime/env'
import { getStaff, pageAfterSignIn } from '@/lib/staff/auth'

export const metadata: Metadata = { title: 'Staff sign-in' }

export default async function SignInPage({ searchParams }: PageProps<'/admin/sign-in'>) {
  const { error, callbackUrl } = await searchParams
  const opens = pageAfterSignIn(callbackUrl)
  if (await getStaff()) redirect(opens)
  return (
    // Not centred vertically, because content would shift while the page streams in.
    <main
      lang="en"
      className="flex min-h-dvh flex-col items-center bg-[radial-gradient(56rem_28rem_at_50%_-8rem,var(--accent),transparent)] px-5 pt-[max(2.5rem,16dvh)] pb-6"
    >
      <div className="mb-12 flex w-full max-w-md flex-col items-center">
        <a href="/">
          <Logo suffix="Staff" />
        </a>
        <Card className="mt-7 w-full p-6 shadow-sm sm:p-8">
          <h1 className="mb-6 text-2xl font-semibold">Staff sign-in</h1>
          <SignInForm
            demo={env().STAFF_SIGN_IN === 'demo'}
            error={typeof error === 'string' ? error : null}
            opens={opens}
          />
        </Card>
        <p className="mt-4 text-sm/6 text-muted-foreground">Can’t sign in? Ask an admin.</p>
      </div>
      <p className="mt-auto max-w-2xl text-center text-sm/6 text-balance text-subtle-foreground">
        Staff only. We record every time someone views a customer’s data.
      </p>
    </main>
  )
}
