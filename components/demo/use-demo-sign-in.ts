'use client'
import { signIn } from 'next-auth/react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'

export type PrepareSignIn = (role: string) => Promise<{ email: string; password: string } | null>

/** Signs in the ordinary way, with the demo's published password, and opens a page. */
export function useDemoSignIn(prepareSignInAction: PrepareSignIn) {
  const t = useTranslations('Guide.strip')
  const [pending, setPending] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function signInAs(role: string, href: string): Promise<void> {
    setPending(role)
    setProblem(null)
    const account = await prepareSignInAction(role).catch(() => null)
    const result =
      account && (await signIn('credentials', { ...account, redirect: false }).catch(() => null))
    if (result?.ok && !result.error) return window.location.assign(href)
    setPending(null)
    setProblem(result?.error === 'TooManyTries' ? t('tooManySignIns') : t('accountChanged'))
  }

  return { pending, problem, signInAs }
}
