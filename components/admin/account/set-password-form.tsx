'use client'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState, useSyncExternalStore, useTransition } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { FocusKeeper } from '@/components/ui/focus-keeper'
import { FragmentSwitch } from '@/components/ui/fragment-switch'
import { Notice } from '@/components/ui/notice'
import { PasswordField } from '@/components/ui/password-field'
import { MIN_PASSWORD_LENGTH } from '@/lib/password-rules'
import { CodeField } from './code-field'
import { Problem, type Refusal } from './problem'

export type AcceptState = { ok: true; code: string | null } | { ok: false; reason: Refusal }

type AcceptAction = (link: {
  token: string
  password: string
  code: string
}) => Promise<AcceptState>

interface SetPasswordFormProps {
  nonce: string | undefined
  action: AcceptAction
}

/** The token is in the URL's fragment, which browsers don't send when they request the page. */
export function SetPasswordForm({ nonce, action }: SetPasswordFormProps) {
  const t = useTranslations('StaffAccount.setPassword')
  const rules = useTranslations('StaffAccount.password')
  const token = useToken()
  const [state, setState] = useState<AcceptState | null>(null)
  const [asksCode, setAsksCode] = useState(false)
  const [pending, startTransition] = useTransition()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const entered = new FormData(event.currentTarget)
    const text = (name: string) => String(entered.get(name) ?? '')
    startTransition(async () => {
      const link = { token: token ?? '', password: text('password'), code: text('code') }
      const answer = await action(link)
      setState(answer)
      if (!answer.ok && answer.reason === 'code_required') setAsksCode(true)
    })
  }

  return (
    <FragmentSwitch
      nonce={nonce}
      hasFragment={token === null ? undefined : token !== ''}
      withFragment={
        <FocusKeeper>
          {state?.ok ? (
            <Accepted code={state.code} />
          ) : (
            <form onSubmit={submit} method="post" className="flex flex-col gap-5">
              <Problem reason={state ? state.reason : null} />
              <PasswordField
                name="password"
                label={t('password')}
                showLabel={rules('show')}
                hint={rules('hint', { length: MIN_PASSWORD_LENGTH })}
                autoComplete="new-password"
              />
              {asksCode && <CodeField label={t('code')} autoFocus />}
              <Button type="submit" disabled={token === null} inactive={pending}>
                {t('submit')}
              </Button>
            </form>
          )}
        </FocusKeeper>
      }
      withoutFragment={
        <div className="min-h-45">
          <Notice tone="warn" role="alert" title={t('missing')} />
        </div>
      }
    />
  )
}

function Accepted({ code }: { code: string | null }) {
  const t = useTranslations('StaffAccount.setPassword')
  if (code !== null)
    return (
      <Notice tone="info" role="status" title={t('held')}>
        <p>{t('heldText')}</p>
        <output
          aria-label={t('confirmation')}
          className="mt-3 block font-mono text-2xl tracking-widest text-ink"
        >
          {code}
        </output>
      </Notice>
    )
  return (
    <div className="flex flex-col gap-5">
      <Notice tone="good" role="status" title={t('done')}>
        {t('doneText')}
      </Notice>
      <a href="/admin/sign-in" className={buttonClass()}>
        {t('signIn')}
      </a>
    </div>
  )
}

function subscribe(onChange: () => void) {
  window.addEventListener('hashchange', onChange)
  return () => window.removeEventListener('hashchange', onChange)
}

/** Null before hydration. */
const useToken = () =>
  useSyncExternalStore(
    subscribe,
    () => window.location.hash.slice(1),
    () => null,
  )
