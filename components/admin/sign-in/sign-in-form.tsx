'use client'
import { LoaderCircle } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { CodeField } from '@/components/admin/account/code-field'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { PasswordField } from '@/components/ui/password-field'
import { TextField } from '@/components/ui/text-field'
import type en from '@/messages/en.json'

const HOME = '/admin'

/** The password was correct, and the account has a second factor. */
const CODE_REQUIRED = 'CodeRequired'

type ErrorText = keyof typeof en.SignIn.errors

/** Codes from next-auth or from `lib/password-sign-in.ts`. No text reveals whether an account exists. */
const ERRORS: Readonly<Record<string, ErrorText>> = {
  CredentialsSignin: 'CredentialsSignin',
  TooManyTries: 'TooManyTries',
  WrongCode: 'WrongCode',
  UsedCode: 'UsedCode',
  NotConfirmed: 'NotConfirmed',
  PublishedPassword: 'PublishedPassword',
  AccessDenied: 'AccessDenied',
  EmailNotVerified: 'EmailNotVerified',
  OAuthSignin: 'OAuthSignin',
  OAuthCallback: 'NotFinished',
  Callback: 'NotFinished',
  Unreachable: 'Unreachable',
}
const errorText = (code: string): ErrorText =>
  (Object.hasOwn(ERRORS, code) ? ERRORS[code] : undefined) ?? 'other'

interface SignInFormProps {
  passwords: boolean
  oidc: boolean
  /** The error code that a sign-in with the organisation came back with. */
  error: string | null
}

export function SignInForm({ passwords, oidc, error }: SignInFormProps) {
  const t = useTranslations('SignIn')
  const [problem, setProblem] = useState(error)
  const [asksCode, setAsksCode] = useState(false)
  const [pending, setPending] = useState(false)
  const ready = useHydrated()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const entered = new FormData(form)
    setPending(true)
    setProblem(null)
    const result = await signInWithPassword({
      email: entered.get('email'),
      password: entered.get('password'),
      code: entered.get('code') ?? '',
    }).catch(() => undefined)
    // A full page load, so that nothing fetched while signed out is kept.
    if (result?.ok && !result.error) return window.location.assign(HOME)
    setPending(false)
    if (result?.error === CODE_REQUIRED) return setAsksCode(true)
    setProblem(result?.error ?? 'Unreachable')
    if (result?.error === 'CredentialsSignin') clearPassword(form)
  }

  return (
    <form onSubmit={submit} method="post" className="flex flex-col gap-5">
      {problem && <Notice tone="bad" role="alert" title={t(`errors.${errorText(problem)}`)} />}
      {passwords && (
        <>
          <TextField name="email" type="email" label={t('email')} autoComplete="username" />
          <PasswordField
            name="password"
            label={t('password')}
            showLabel={t('showPassword')}
            autoComplete="current-password"
          />
          {asksCode && <CodeField label={t('code')} hint={t('codeHint')} autoFocus />}
          <Button type="submit" disabled={!ready} inactive={pending}>
            {pending && (
              <LoaderCircle aria-hidden="true" className="size-5 motion-safe:animate-spin" />
            )}
            {t('submit')}
          </Button>
        </>
      )}
      {oidc && (
        <Button tone="secondary" disabled={!ready} onClick={signInWithOrganisation}>
          {t('organisation')}
        </Button>
      )}
    </form>
  )
}

/** So that the next attempt can be typed at once. */
function clearPassword(form: HTMLFormElement) {
  const field = form.elements.namedItem('password')
  if (!(field instanceof HTMLInputElement)) return
  field.value = ''
  field.focus()
}

// Loaded only when somebody signs in, so that the page shows sooner.
const nextAuth = () => import('next-auth/react')

async function signInWithPassword(credentials: Record<string, FormDataEntryValue | null>) {
  const { signIn } = await nextAuth()
  return signIn('credentials', { ...credentials, redirect: false })
}

async function signInWithOrganisation() {
  const { signIn } = await nextAuth()
  await signIn('oidc', { callbackUrl: HOME })
}

const noSubscription = () => () => {}

/** Before hydration, submitting the form would post the password to a page that can't handle it. */
const useHydrated = () =>
  useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  )
