'use client'
import { Dialog } from '@base-ui/react/dialog'
import { UserPlus } from 'lucide-react'
import { type Messages, useTranslations } from 'next-intl'
import { useActionState, useState } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { DialogBox } from '@/components/ui/dialog-box'
import { FieldError } from '@/components/ui/field-error'
import { FocusKeeper } from '@/components/ui/focus-keeper'
import { Notice } from '@/components/ui/notice'
import { TextField } from '@/components/ui/text-field'
import { ROLES } from '@/lib/staff'
import type { CreatedLink } from './link-dialog'
import { LinkNotice } from './link-notice'

/** Keys of texts under `StaffAdmin.refused`. */
export type InvitationProblem = keyof Messages['StaffAdmin']['refused']
type InvitationErrors = Partial<Record<'email' | 'name' | 'role' | 'form', InvitationProblem>>

export type InviteState =
  | { ok: null }
  | { ok: false; errors: InvitationErrors }
  /** `link` is null if everyone signs in with the organisation. */
  | { ok: true; email: string; link: CreatedLink | null }

type InviteAction = (previous: InviteState, formData: FormData) => Promise<InviteState>

export function InviteDialog({ action }: { action: InviteAction }) {
  const t = useTranslations('StaffAdmin')
  const [open, setOpen] = useState(false)
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className={`${buttonClass({ size: 'small' })} max-sm:h-11`}>
        <UserPlus aria-hidden="true" className="size-4" />
        {t('invite')}
      </Dialog.Trigger>
      <DialogBox title={t('inviteTitle')}>
        <InviteForm action={action} onDone={() => setOpen(false)} />
      </DialogBox>
    </Dialog.Root>
  )
}

function InviteForm({ action, onDone }: { action: InviteAction; onDone: () => void }) {
  const t = useTranslations('StaffLinks')
  const [state, submit, pending] = useActionState<InviteState, FormData>(action, { ok: null })
  return (
    <FocusKeeper>
      {state.ok ? (
        <LinkNotice title={t('invited')} url={state.link?.url} onDone={onDone}>
          {state.link
            ? t('invitedText', { email: state.email, hours: state.link.hours })
            : t('invitedOidcText', { email: state.email })}
        </LinkNotice>
      ) : (
        <InvitationFields
          errors={state.ok === false ? state.errors : {}}
          {...{ submit, pending, onDone }}
        />
      )}
    </FocusKeeper>
  )
}

interface InvitationProps {
  errors: InvitationErrors
  submit: (formData: FormData) => void
  pending: boolean
  onDone: () => void
}

function InvitationFields({ errors, submit, pending, onDone }: InvitationProps) {
  const t = useTranslations('StaffAdmin')
  const roles = useTranslations('Roles')
  const problemText = (problem: InvitationProblem | undefined) => problem && t(`refused.${problem}`)
  return (
    <form action={submit} className="mt-5 flex flex-col gap-4">
      {errors.form && <Notice tone="bad" role="alert" title={problemText(errors.form)} />}
      <TextField
        name="name"
        type="text"
        label={t('name')}
        autoComplete="off"
        error={problemText(errors.name)}
      />
      <TextField
        name="email"
        type="email"
        label={t('email')}
        autoComplete="off"
        error={problemText(errors.email)}
      />
      <fieldset>
        <legend className="text-[0.9375rem] font-medium">{t('role')}</legend>
        <div className="mt-2 grid gap-2">
          {ROLES.map((role) => (
            <label key={role} className="flex gap-3 text-sm/6">
              <input
                type="radio"
                name="role"
                value={role}
                defaultChecked={role === 'VIEWER'}
                className="mt-1 size-4.5 shrink-0 accent-brand"
              />
              <span>
                <span className="font-medium">{roles(`${role}.name`)}</span>
                <span className="block text-ink-soft">{roles(`${role}.summary`)}</span>
              </span>
            </label>
          ))}
        </div>
        <FieldError id="role-error" message={problemText(errors.role)} />
      </fieldset>
      <div className="mt-2 flex justify-end gap-2">
        <Button tone="secondary" size="small" onClick={onDone}>
          {t('cancel')}
        </Button>
        <Button type="submit" size="small" inactive={pending}>
          {t('invite')}
        </Button>
      </div>
    </form>
  )
}
