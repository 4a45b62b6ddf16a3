'use client'
/** The application form. Without JavaScript, the same action handles it and keeps what the customer entered. */
import { ArrowRight, LoaderCircle } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type FormEvent, useActionState, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { ApplyState, FormFields } from '@/lib/application-form'
import { FormField, MistakeLink } from './form-field'
import { keepingInput } from './keeping-input'

interface ApplyFormProps {
  action: (previous: ApplyState, formData: FormData) => Promise<ApplyState>
  /** In page order. Passed in, so that the browser gets this description and not the schema with all of zod. */
  fields: FormFields
  /** Values preselected by the storefront's link. */
  initial: ApplyState
}

export function ApplyForm({ action, fields, initial }: ApplyFormProps) {
  const refuseUnsaved = (formData: FormData): ApplyState => {
    const values = { ...initial.values }
    for (const { name } of fields) {
      const entered = formData.get(name)
      values[name] = typeof entered === 'string' ? entered : ''
    }
    return { errors: { form: 'notSaved' }, values }
  }
  const [state, submit, pending] = useActionState<ApplyState, FormData>(
    keepingInput(action, refuseUnsaved),
    initial,
  )
  const { errors, values } = state
  const t = useTranslations('Apply')
  // Hide a field's error once it is edited, until the next response.
  const [changed, setChanged] = useState<{ since: ApplyState; names: ReadonlySet<string> }>()
  const isChanged = (name: string) => changed?.since === state && changed.names.has(name)
  const noteChange = ({ target }: FormEvent<HTMLFormElement>) => {
    if (!(target instanceof HTMLElement) || !('name' in target)) return
    const before = changed?.since === state ? changed.names : []
    setChanged({ since: state, names: new Set([...before, String(target.name)]) })
  }

  const mistaken = fields.filter(({ name }) => errors[name] && !isChanged(name))

  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const first =
      Object.values(errors).some(Boolean) && form.current?.querySelector('[aria-invalid=true]')
    if (!(first instanceof HTMLElement)) return
    // Shows the summary too, unless the field is too far below it.
    window.scrollTo({ top: 0, behavior: 'instant' })
    first.focus()
  }, [errors])

  return (
    <form
      ref={form}
      action={submit}
      onChange={noteChange}
      noValidate
      className="flex flex-col gap-8"
    >
      {errors.form && (
        <Notice tone="bad" role="alert" title={t('notSent')}>
          {t(`refused.${errors.form}`)}
        </Notice>
      )}
      {mistaken.length > 0 && (
        <Notice tone="bad" title={t('mistakes', { count: mistaken.length })}>
          <ul className="flex flex-wrap gap-x-5">
            {mistaken.map(({ name }) => (
              <li key={name}>
                <MistakeLink name={name} error={errors[name]} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {fields.map(({ name, field }) => (
        <FormField
          key={name}
          name={name}
          field={field}
          value={values[name]}
          error={isChanged(name) ? undefined : errors[name]}
        />
      ))}
      <Button
        type="submit"
        size="large"
        inactive={pending}
        className="w-full sm:w-auto sm:self-start"
      >
        {pending ? t('sending') : t('send')}
        {pending ? (
          <LoaderCircle aria-hidden="true" className="size-5 motion-safe:animate-spin" />
        ) : (
          <ArrowRight aria-hidden="true" className="size-5" />
        )}
      </Button>
    </form>
  )
}
