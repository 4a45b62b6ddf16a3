import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { EntryFrame } from '@/components/admin/shell/entry-frame'
import { SignInForm } from '@/components/admin/sign-in/sign-in-form'
import { getStaff } from '@/lib/auth'
import { env } from '@/lib/env'

export const metadata: Metadata = { title: 'Staff sign-in' }

export default async function SignInPage({ searchParams }: PageProps<'/admin/sign-in'>) {
  if (await getStaff()) redirect('/admin')
  const { error } = await searchParams
  return (
    <EntryFrame
      title="Staff sign-in"
      home="/"
      footer={
        <p className="text-center text-balance text-ink-faint">
          For colleagues only. We record every time somebody views a customer’s data.
        </p>
      }
    >
      <SignInForm
        demo={env().STAFF_SIGN_IN === 'demo'}
        error={typeof error === 'string' ? error : null}
      />
    </EntryFrame>
  )
}
