'use client'
import { LoaderCircle } from 'lucide-react'
import { signIn } from 'next-auth/react'
import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { TextField } from '@/components/ui/text-field'
import { signInErrorText } from './sign-in-error-text'

const HOME = '/admin'

/** `error` is what a sign-in at another provider came back with. */
export function SignInForm({ oidc, error }: { oidc: boolean; error: string | null }) {
  const [problem, setProblem] = useState(error)
  const [pending, setPending] = useState(false)
  const ready = useScriptRuns()

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
    // A whole new page: nothing that was fetched while signed out is kept.
    if (result?.ok && !result.error) return window.location.assign(HOME)
    setPending(false)
    setProblem(result?.error ?? 'Unreachable')
  }

  return (
    <form onSubmit={submit} method="post" className="flex flex-col gap-5">
      {problem && <Notice tone="bad" role="alert" title={signInErrorText(problem)} />}
      <TextField name="email" type="email" label="E-mail" autoComplete="username" />
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

const never = () => () => {}

/** Before the script runs, a click would send the password to a page that cannot take it. */
const useScriptRuns = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
