'use client'
import { useTranslations } from 'next-intl'
import { useActionState } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { PasswordField } from '@/components/ui/password-field'
import { MIN_PASSWORD_LENGTH } from '@/lib/password-rules'
import { Problem, type Refusal } from './problem'

export type AccountState = { ok: null } | { ok: true } | { ok: false; reason: Refusal }
export type AccountAction = (previous: unknown, formData: FormData) => Promise<AccountState>

const START: AccountState = { ok: null }

export function PasswordForm({ action }: { action: AccountAction }) {
  const t = useTranslations('StaffAccount.password')
  const [state, submit, pending] = useActionState<AccountState, FormData>(action, START)
  return (
    <form action={submit} className="flex max-w-md flex-col gap-5">
      {state.ok && (
        <Notice tone="good" role="status" title={t('done')}>
          {t('doneText')}
        </Notice>
      )}
      <Problem reason={state.ok === false ? state.reason : null} />
      <PasswordField
        name="current"
        label={t('current')}
        showLabel={t('show')}
        autoComplete="current-password"
      />
      <PasswordField
        name="next"
        label={t('next')}
        showLabel={t('show')}
        hint={t('hint', { length: MIN_PASSWORD_LENGTH })}
        autoComplete="new-password"
      />
      <Button type="submit" className="sm:self-start" inactive={pending}>
        {t('submit')}
      </Button>
    </form>
  )
}

/** Removes the second factor, so that another app can be set up. Asks for the password again. */
export function RemoveFactorForm({ action }: { action: AccountAction }) {
  const t = useTranslations('StaffAccount')
  const [state, submit, pending] = useActionState<AccountState, FormData>(action, START)
  if (state.ok)
    return (
      <Notice tone="good" role="status" title={t('factor.removed')}>
        {t('factor.removedText')}
      </Notice>
    )
  return (
    <details className="max-w-md text-[0.9375rem]/6" open={state.ok === false || undefined}>
      <summary className="cursor-pointer font-medium">{t('factor.remove')}</summary>
      <form action={submit} className="mt-3 flex flex-col gap-4">
        <Problem reason={state.ok === false ? state.reason : null} />
        <PasswordField
          name="current"
          label={t('password.current')}
          showLabel={t('password.show')}
          autoComplete="current-password"
        />
        <Button type="submit" tone="danger" className="sm:self-start" inactive={pending}>
          {t('factor.removeSubmit')}
        </Button>
      </form>
    </details>
  )
}

export function EndSessionsForm({ action }: { action: AccountAction }) {
  const t = useTranslations('StaffAccount.sessions')
  const [state, submit, pending] = useActionState<AccountState, FormData>(action, START)
  return (
    <form action={submit} className="flex max-w-md flex-col gap-4 sm:items-start">
      {state.ok && (
        <Notice tone="good" role="status" title={t('done')}>
          {t('doneText')}
        </Notice>
      )}
      <Problem reason={state.ok === false ? state.reason : null} />
      <input type="hidden" name="others" value="end" />
      <Button
        type="submit"
        tone="secondary"
        size="small"
        className="max-sm:h-11"
        inactive={pending}
      >
        {t('submit')}
      </Button>
    </form>
  )
}
