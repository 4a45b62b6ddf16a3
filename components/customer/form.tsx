'use client'
/** The application form. It also works without JavaScript, with the same action. */
import { ArrowRight, CircleAlert, LoaderCircle } from 'lucide-react'
import { unstable_rethrow as rethrowRedirect } from 'next/navigation'
import { useLocale, useMessages, useTranslations } from 'next-intl'
import { useActionState, useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Notice } from '@/components/ui/notice'
import type { ApplyState, Field, FieldName, FormFields } from '@/lib/application-form'

interface ApplyFormProps {
  action: (previous: ApplyState, formData: FormData) => Promise<ApplyState>
  /** The fields in page order. They are passed in, so that the browser doesn't load the schema with all of zod. */
  fields: FormFields
  /** The values that the storefront's link preselects. */
  initial: ApplyState
}

export function ApplyForm({ action, fields, initial }: ApplyFormProps) {
  /** Keeps the entered values if the app doesn't respond. */
  async function sendForm(previous: ApplyState, formData: FormData): Promise<ApplyState> {
    try {
      return await action(previous, formData)
    } catch (error) {
      rethrowRedirect(error)
      const values = { ...initial.values }
      for (const { name } of fields) values[name] = String(formData.get(name) ?? '')
      return { errors: { form: 'notSaved' }, values }
    }
  }
  // On the server this is the action itself, so that the form works without JavaScript.
  const [state, submit, pending] = useActionState(
    typeof window === 'undefined' ? action : sendForm,
    initial,
  )
  const { errors, values } = state
  const t = useTranslations('Apply')
  const mistaken = fields.filter(({ name }) => errors[name])

  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!Object.values(errors).some(Boolean)) return
    // The button is at the end of the form, and the notice at its top. It stays visible if the first mistaken field is close to it.
    window.scrollTo({ top: 0, behavior: 'instant' })
    const first = form.current?.querySelector('[aria-invalid=true]')
    if (first instanceof HTMLElement) first.focus()
  }, [errors])

  return (
    <form ref={form} action={submit} noValidate className="flex flex-col gap-8">
      {errors.form && (
        <Notice tone="bad" role="alert" title={t('notSent')}>
          {t(`refused.${errors.form}`)}
        </Notice>
      )}
      {mistaken.length > 0 && (
        <Notice tone="bad" role="alert" title={t('mistakes', { count: mistaken.length })}>
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
        <FormField key={name} name={name} field={field} value={values[name]} error={errors[name]} />
      ))}
      <Button
        type="submit"
        size="large"
        inactive={pending}
        className="w-full sm:w-auto sm:self-start"
      >
        <span>{pending ? t('sending') : t('send')}</span>
        {pending ? (
          <LoaderCircle aria-hidden="true" className="size-5 motion-safe:animate-spin" />
        ) : (
          <ArrowRight aria-hidden="true" className="size-5" />
        )}
      </Button>
    </form>
  )
}

interface FieldProps<Kind extends Field['kind'] = Field['kind']> {
  name: FieldName
  field: Extract<Field, { kind: Kind }>
  value: string
  error: string | undefined
}

/** The field's texts, under `Form.<name>` in `messages/`. */
function useFieldText(name: FieldName, error: string | undefined) {
  const { [name]: own, invalid } = useMessages().Form
  const texts: Readonly<Record<string, string>> = own
  return {
    label: texts.label,
    shortLabel: texts.shortLabel ?? texts.label,
    hint: texts.hint,
    error: error && (texts[error] ?? invalid),
  }
}

const INPUT =
  'mt-3 block w-full rounded-xl border border-input bg-card px-4 py-3 text-base aria-invalid:border-destructive'

// Draws radio buttons and checkboxes itself, because in dark mode browsers fill empty ones with grey, which looks disabled.
const CHOICE =
  'size-5 shrink-0 appearance-none border-[1.5px] border-input bg-card checked:border-primary aria-invalid:border-destructive forced-colors:appearance-auto'
const RADIO = `${CHOICE} rounded-full checked:border-[6px]`
const CHECKBOX = `${CHOICE} rounded-[5px] checked:bg-primary before:size-full before:bg-primary-foreground before:[mask:var(--check)] checked:before:block forced-colors:before:hidden`

/** A link to an invalid field. The text next to that field says what is wrong. */
function MistakeLink({ name, error }: Pick<FieldProps, 'name' | 'error'>) {
  return (
    <a
      href={`#${name}`}
      className="font-medium text-foreground underline underline-offset-4 hover:decoration-2"
    >
      {useFieldText(name, error).shortLabel}
    </a>
  )
}

/** Renders a field by its kind. */
function FormField({ field, ...props }: FieldProps) {
  if (field.kind === 'cards') return <CardsField field={field} {...props} />
  if (field.kind === 'consent') return <ConsentField field={field} {...props} />
  return <LabelledField field={field} {...props} />
}

type Labelled = Exclude<Field['kind'], 'cards' | 'consent'>

/** Connects an input with its label, hint and error. */
function LabelledField({ name, field, value, error }: FieldProps<Labelled>) {
  const t = useTranslations('Apply')
  const text = useFieldText(name, error)
  const described = [text.hint && `${name}-hint`, text.error && `${name}-error`].filter(Boolean)
  return (
    <div>
      <label htmlFor={name} className="font-medium">
        {text.label}
        {field.isOptional && (
          <span className="font-normal text-subtle-foreground"> {t('optional')}</span>
        )}
      </label>
      {text.hint && (
        <p id={`${name}-hint`} className="mt-1 text-sm text-subtle-foreground">
          {text.hint}
        </p>
      )}
      <Control
        field={field}
        id={name}
        name={name}
        required={!field.isOptional}
        defaultValue={value}
        // Without it, browsers call an empty required field invalid before anyone has touched it.
        aria-invalid={Boolean(error)}
        aria-describedby={described.join(' ') || undefined}
        className={cn(INPUT, 'placeholder:text-subtle-foreground')}
      />
      <FieldError id={`${name}-error`} message={text.error} />
    </div>
  )
}

interface ControlProps {
  field: Extract<Field, { kind: Labelled }>
  id: string
  name: string
  required: boolean
  defaultValue: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
  className: string
}

function Control({ field, ...attributes }: ControlProps) {
  const locale = useLocale()
  const t = useTranslations('Apply')
  switch (field.kind) {
    case 'select':
      return (
        // After an action, React resets every field to its default except a select, so the key remounts it.
        <select key={attributes.defaultValue} {...attributes}>
          <option value="">{t('choose')}</option>
          {field.options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.name[locale]}
            </option>
          ))}
        </select>
      )
    case 'text':
      return <input {...attributes} placeholder={field.example} maxLength={field.maxLength} />
    case 'date':
      return <input {...attributes} type="date" />
    case 'paragraph':
      return <textarea {...attributes} rows={3} maxLength={field.maxLength} />
  }
}

function CardsField({ name, field, value, error }: FieldProps<'cards'>) {
  const locale = useLocale()
  const text = useFieldText(name, error)
  return (
    <fieldset id={name} aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="font-medium">{text.label}</legend>
      <div className="mt-3 grid gap-3">
        {field.options.map((option) => (
          <label
            key={option.id}
            className="flex gap-4 rounded-xl border border-input/60 bg-card p-4 transition-colors hover:border-input has-checked:border-primary has-checked:bg-accent/50 has-aria-invalid:border-destructive has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary"
          >
            <input
              type="radio"
              name={name}
              value={option.id}
              required={!field.isOptional}
              defaultChecked={value === option.id}
              aria-invalid={Boolean(error)}
              className={cn(RADIO, 'mt-0.5 scroll-mt-36 outline-none')}
            />
            <span>
              <span className="block font-medium">{option.name[locale]}</span>
              {option.description && (
                <span className="block text-sm/6 text-muted-foreground">
                  {option.description[locale]}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={`${name}-error`} message={text.error} />
    </fieldset>
  )
}

function ConsentField({ name, value, error }: FieldProps<'consent'>) {
  const text = useFieldText(name, error)
  return (
    <div>
      <label className="flex gap-3 text-[0.9375rem]/6">
        <input
          type="checkbox"
          id={name}
          name={name}
          required
          defaultChecked={value === 'on'}
          aria-invalid={Boolean(error)}
          aria-describedby={error ? `${name}-error` : undefined}
          className={cn(CHECKBOX, 'mt-0.5')}
        />
        <span className="text-balance">{text.label}</span>
      </label>
      <FieldError id={`${name}-error`} message={text.error} />
    </div>
  )
}

/** The message under a field. The field's `aria-describedby` refers to it. */
function FieldError({ id, message }: { id: string; message: string | undefined }) {
  if (!message) return null
  return (
    <p id={id} className="mt-2 flex gap-1.5 text-sm font-medium text-destructive">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>{message}</span>
    </p>
  )
}
