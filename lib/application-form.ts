/**
 * The application form. The page's errors and defaults, the stored columns, the staff view and the input of `openAccount` all derive
 * from one schema. To add a field (docs/customising.md), write an entry in the schema, one in `FIELDS`, its texts under `Form` in
 * `messages/`, a nullable column of the same name in `prisma/schema.prisma` with its migration, and a row in docs/privacy.md.
 */
import { z } from 'zod'
import { type Locale, PRODUCTS } from '../site'

const PRODUCT_IDS = PRODUCTS.map((product) => product.id)

/** Each error message is the key of a text under `Form.<field>` in `messages/`. */
export const applicationFormSchema = z.object({
  product: z.enum(PRODUCT_IDS, { error: 'missing' }),
  note: z
    .string()
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    // Counts code points, as PostgreSQL does, so an emoji is one character.
    .refine((text) => [...text].length <= 500, 'tooLong')
    .transform((note) => note || null),
  terms: z.literal('on', { error: 'missing' }),
})
export type ApplicationForm = z.infer<typeof applicationFormSchema>
export type FieldName = keyof ApplicationForm

interface Option {
  id: string
  name: Record<Locale, string>
  description?: Record<Locale, string>
}

/**
 * How the page presents a field. Staff see a personal field only through an audited reveal, together with the identity. Retention
 * empties it after `RETENTION_TEXT_DAYS`.
 */
export type Field = { isOptional?: boolean; isPersonal?: boolean } & (
  | { kind: 'cards'; options: readonly Option[] }
  | { kind: 'select'; options: readonly Option[] }
  /** The example must be valid: the page shows it as the placeholder, and tests enter it. */
  | { kind: 'text'; maxLength: number; example: string }
  | { kind: 'paragraph'; maxLength: number }
  | { kind: 'date' }
  | { kind: 'consent' }
)

/** The page shows the fields in the schema's order. */
export const FIELDS: Record<FieldName, Field> = {
  product: { kind: 'cards', options: PRODUCTS },
  note: { kind: 'paragraph', isOptional: true, maxLength: 500 },
  terms: { kind: 'consent' },
}

export type FormFields = readonly { name: FieldName; field: Field }[]

/** The fields for the browser, which then doesn't have to load the schema. */
export const describeFields = (): FormFields =>
  applicationFormSchema.keyof().options.map((name) => ({ name, field: FIELDS[name] }))

/** Nobody can apply without consent, so consent isn't stored. Everything else is stored with the inquiry. */
const storedFormSchema = applicationFormSchema.omit({ terms: true })
type StoredForm = z.infer<typeof storedFormSchema>

/** A query's `select` for the stored form. */
export const STORED_COLUMNS = Object.fromEntries(
  storedFormSchema.keyof().options.map((name) => [name, true]),
) as Record<keyof StoredForm, true>

/** The stored values. Null if the applicant left the field empty, the field didn't exist yet, or retention has emptied it. */
export type StoredAnswers = Record<keyof StoredForm, string | null>

export const toStoredForm = ({ terms: _, ...stored }: ApplicationForm): StoredForm => stored

/** An option that is no longer offered shows its id. */
const shownValue = (field: Field, value: string): string =>
  ('options' in field && field.options.find(({ id }) => id === value)?.name.en) || value

/** The columns of personal fields. */
export const personalColumns = (): string[] =>
  Object.entries(FIELDS).flatMap(([name, { isPersonal }]) => (isPersonal ? name : []))

/** A field that the applicant filled in, as staff see it. */
export interface EnteredField {
  name: string
  value: string
}

/**
 * The fields that the applicant filled in, for staff.
 * @param which `personal` fields may only be shown by a reveal
 */
export const describeForm = (stored: StoredAnswers, which: 'personal' | 'others'): EnteredField[] =>
  storedFormSchema.keyof().options.flatMap((name) => {
    const value = stored[name]
    const field = FIELDS[name]
    if (value === null || (which === 'personal') !== Boolean(field.isPersonal)) return []
    return [{ name, value: shownValue(field, value) }]
  })

/** Why the whole form was refused: the key of a text under `Apply.refused` in `messages/`. */
type FormRefusal = 'tooMany' | 'notSaved' | 'noCookies'

/**
 * A valid form: the first option of each list, each example, and no optional field. Tests and the demo use it, so they keep working
 * when a field is added.
 */
export function simplestForm(): ApplicationForm {
  const values = mapFields((name) => {
    const field = FIELDS[name]
    if (field.isOptional) return ''
    if ('options' in field) return field.options[0]?.id ?? ''
    if ('example' in field) return field.example
    return field.kind === 'consent' ? 'on' : field.kind === 'date' ? '1990-01-31' : 'Filled in'
  })
  return applicationFormSchema.parse(values)
}

/** What the action returns to the page: errors by field, and the values entered. */
export interface ApplyState {
  errors: Partial<Record<FieldName, string>> & { form?: FormRefusal }
  values: Record<FieldName, string>
}

export const emptyForm = (chosen: Partial<Record<FieldName, string>> = {}): ApplyState => ({
  errors: {},
  values: mapFields((name) => chosen[name] ?? ''),
})

/** @returns `form` is null if a field is invalid; `state` is for the page */
export function parseApplicationForm(formData: unknown): {
  form: ApplicationForm | null
  state: ApplyState
} {
  // A hand-made request can send anything. Treat it as an empty form.
  const sent: Record<string, unknown> =
    formData instanceof FormData ? Object.fromEntries(formData) : {}
  const values = mapFields((name) => storableText(sent[name]))
  const parsed = applicationFormSchema.safeParse(values)
  if (parsed.success) return { form: parsed.data, state: { errors: {}, values } }
  const messages: Partial<Record<FieldName, string[]>> = z.flattenError(parsed.error).fieldErrors
  return { form: null, state: { errors: mapFields((name) => messages[name]?.[0]), values } }
}

/** Removes NUL and replaces lone surrogates, because PostgreSQL can't store either. A missing field or a file becomes an empty text. */
const storableText = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : ''

const mapFields = <Value>(toValue: (name: FieldName) => Value): Record<FieldName, Value> =>
  Object.fromEntries(
    applicationFormSchema.keyof().options.map((name) => [name, toValue(name)]),
  ) as Record<FieldName, Value>
