'use client'
import { LoaderCircle, LogOut } from 'lucide-react'
import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { entryFor } from './words'

/** Texts for the codes of next-auth, `lib/staff/auth.ts` and `lib/staff/sign-in.ts`. None reveals whether an account exists. */
const ERRORS: Readonly<Record<string, string>> = {
  CredentialsSignin: 'Incorrect email or password.',
  TooManyTries: 'Too many attempts. Wait 15 minutes and try again.',
  NoRole:
    'Your organisation signed you in, but gave you no role here. Ask your IT team for access.',
  Blocked: 'Your access has been blocked. Ask an admin to unblock you.',
  AccessDenied: 'Your organisation signed you in, but you don’t have access here. Ask an admin.',
  EmailNotVerified:
    'Your organisation hasn’t verified your email address. Ask your IT team to do so.',
  OAuthSignin: 'Your organisation’s sign-in isn’t responding. Try again later.',
  OAuthCallback: 'Sign-in with your organisation wasn’t completed. Try again.',
  Callback: 'Sign-in with your organisation wasn’t completed. Try again.',
  SessionEnded: 'Your session has ended. Sign in to go back to where you were.',
  NoCookies:
    'Your browser blocks cookies, and sign-in needs one. Allow cookies for this site, then try again.',
  Unavailable: 'Staff sign-in isn’t available right now. Try again in a minute.',
  Unreachable: 'We couldn’t reach the server. Check your connection and try again.',
}
const errorText = (code: string): string =>
  entryFor(ERRORS, code) ?? 'Something went wrong and we couldn’t sign you in. Try again.'

interface SignInFormProps {
  /** Whether to sign in the demo's people instead of the organisation's. */
  demo: boolean
  /** The error code of a failed sign-in with the organisation. */
  error: string | null
  /** The path of the page to open next. */
  opens: string
}

export function SignInForm({ demo, error, opens }: SignInFormProps) {
  const [problem, setProblem] = useState(error)
  const [pending, setPending] = useState(false)
  const ready = useHydrated()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const entered = new FormData(form)
    if (!navigator.cookieEnabled) return setProblem('NoCookies')
    setPending(true)
    setProblem(null)
    const result = await nextAuth()
      .then(({ signIn }) =>
        signIn('credentials', {
          email: entered.get('email'),
          password: entered.get('password'),
          redirect: false,
        }),
      )
      .catch(() => undefined)
    // Loads the whole page, so that no data from before the sign-in remains.
    if (result?.ok && !result.error) return window.location.assign(opens)
    setPending(false)
    setProblem(result?.error ?? 'Unreachable')
    if (result?.error === 'CredentialsSignin') clearPassword(form)
  }

  async function toOrganisation() {
    if (!navigator.cookieEnabled) return setProblem('NoCookies')
    setPending(true)
    setProblem(null)
    try {
      const { signIn } = await nextAuth()
      await signIn('oidc', { callbackUrl: opens })
    } catch {
      setPending(false)
      setProblem('Unreachable')
    }
  }

  return (
    <form onSubmit={submit} method="post" className="flex flex-col gap-5">
      {problem && (
        <Notice
          tone={problem === 'SessionEnded' ? 'info' : 'bad'}
          role="alert"
          title={errorText(problem)}
        />
      )}
      {demo ? (
        <>
          <label className={LABEL}>
            Email
            <input name="email" type="email" required autoComplete="username" className={INPUT} />
          </label>
          <label className={LABEL}>
            Password
            <input
              name="password"
              type="password"
              required
              autoComplete="current-password"
              className={INPUT}
            />
          </label>
          <Button type="submit" disabled={!ready} inactive={pending}>
            {pending && (
              <LoaderCircle aria-hidden="true" className="size-5 motion-safe:animate-spin" />
            )}
            <span>Sign in</span>
          </Button>
        </>
      ) : (
        <Button disabled={!ready} inactive={pending} onClick={toOrganisation}>
          Sign in with your organisation
        </Button>
      )}
    </form>
  )
}

const LABEL = 'block text-[0.9375rem] font-medium'
const INPUT =
  'mt-1.5 block h-11 w-full rounded-xl border border-input bg-card px-3.5 text-base font-normal'

/** Empties and focuses the password, for the next attempt. */
function clearPassword(form: HTMLFormElement) {
  const field = form.elements.namedItem('password')
  if (!(field instanceof HTMLInputElement)) return
  field.value = ''
  field.focus()
}

// Loaded only for signing in or out, so that pages show sooner.
const nextAuth = () => import('next-auth/react')

const noSubscription = () => () => {}

/** Keeps the form disabled until hydration. Before, submitting it would post the password to a page that can't handle it. */
const useHydrated = () =>
  useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  )

/** @param props.isCompact whether a phone shows only the icon */
export function SignOutButton({ isCompact = false }: { isCompact?: boolean }) {
  const [leaving, setLeaving] = useState(false)

  async function leave() {
    setLeaving(true)
    const { signOut } = await nextAuth()
    await signOut({ callbackUrl: '/admin/sign-in' })
  }

  return (
    <Button tone="quiet" size="small" onClick={leave} inactive={leaving}>
      <LogOut aria-hidden="true" className="size-4" />
      <span className={isCompact ? 'max-sm:sr-only' : ''}>Sign out</span>
    </Button>
  )
}
