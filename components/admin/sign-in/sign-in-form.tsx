'use client'
import { LoaderCircle } from 'lucide-react'
import { signIn } from 'next-auth/react'
import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { TextField } from '@/components/ui/text-field'

const HOME = '/admin'

const NOT_FINISHED = "Sign-in with your organisation wasn't completed. Try again."

const ERRORS: Readonly<Record<string, string>> = {
  CredentialsSignin: 'Incorrect email or password.',
  TooManyTries: 'Too many attempts. Wait 15 minutes and try again.',
  AccessDenied:
    "Your organisation signed you in, but you don't have access here. Ask an admin to invite you.",
  EmailNotVerified:
    "Your organisation hasn't verified your email address. Ask your IT team to do so.",
  OAuthSignin: "Your organisation's sign-in isn't responding. Try again later.",
  OAuthCallback: NOT_FINISHED,
  Callback: NOT_FINISHED,
  Unreachable: "We couldn't reach the server. Check your connection and try again.",
}

/** @param code from next-auth or from `lib/auth.ts`. The text never reveals whether an account exists. */
const signInErrorText = (code: string): string =>
  (Object.hasOwn(ERRORS, code) ? ERRORS[code] : undefined) ??
  "Something went wrong and we couldn't sign you in. Try again."

/** @param error the code with which a sign-in at another provider came back */
export function SignInForm({ oidc, error }: { oidc: boolean; error: string | null }) {
  const [problem, setProblem] = useState(error)
  const [pending, setPending] = useState(false)
  const ready = useHydrated()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const entered = new FormData(event.currentTarget)
    setPending(true)
    setProblem(null)
    const result = await signIn('credentials', {
      redirect: false,
      email: entered.get('email'),
      password: entered.get('password'),
    }).catch(() => undefined)
    // A full page load, so that nothing fetched while signed out is kept.
    if (result?.ok && !result.error) return window.location.assign(HOME)
    setPending(false)
    setProblem(result?.error ?? 'Unreachable')
  }

  return (
    <form onSubmit={submit} method="post" className="flex flex-col gap-5">
      {problem && <Notice tone="bad" role="alert" title={signInErrorText(problem)} />}
      <TextField name="email" type="email" label="Email" autoComplete="username" />
      <TextField name="password" type="password" label="Password" autoComplete="current-password" />
      <Button type="submit" disabled={!ready} inactive={pending}>
        {pending && <LoaderCircle aria-hidden="true" className="size-5 motion-safe:animate-spin" />}
        Sign in
      </Button>
      {oidc && (
        <Button
          tone="secondary"
          disabled={!ready}
          onClick={() => signIn('oidc', { callbackUrl: HOME })}
        >
          Sign in with your organisation
        </Button>
      )}
    </form>
  )
}

const noSubscription = () => () => {}

/** Before hydration, submitting the form would post the password to a page that can't handle it. */
const useHydrated = () =>
  useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  )
