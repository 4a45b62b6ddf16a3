/**
 * The application form: one schema, from which the page's errors and defaults, the stored columns and the staff view
 * follow. To add a field: an entry in the schema, one in `FIELDS`, its texts under `Form` in `messages/`, and a nullable
 * column of the same name in `prisma/schema.prisma`.
 */
import { z } from 'zod'
import { type Locale, PRODUCTS } from '../site'
import { formFields } from './form-fields'
import './schemas-without-eval'

const PRODUCT_IDS = PRODUCTS.map((product) => product.id)

/** Characters that don't decompose into a letter and a mark. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ẞ: 'SS', æ: 'ae', Æ: 'Ae', œ: 'oe', Œ: 'Oe', ø: 'o', Ø: 'O' },
  ...{ ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ð: 'd', Ð: 'D', þ: 'th', Þ: 'Th' },
  ...{ '•': '-', '·': '-', '\t': ' ' },
}

/** Replaces typographic characters with the plain ones that the service accepts in a note (O5). */
const plainText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[‘’‚′]/g, "'")
    .replace(/[“”„″«»]/g, '"')
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/[ßẞæœøłđðþÆŒØŁĐÐÞ•·\t]/g, (character) => PLAIN[character] ?? character)
    .replace(/\r\n?/g, '\n')
    .trim()

/** A note may be shorter as plain text than as typed, but not by this much. */
const MAX_TYPED = 2_000
const NOTE_CHARACTERS = /^[A-Za-z0-9 \n.,!?'"():;-]*$/

/** An error is the key of a text under `Form.<field>` in `messages/`. */
export const applicationFormSchema = z.object({
  product: z.enum(PRODUCT_IDS, { error: 'missing' }),
  note: z
    .string()
    // Checked first, because the time to normalise a text grows with the square of its length.
    .max(MAX_TYPED, 'tooLong')
    .transform(plainText)
    .pipe(z.string().max(500, 'tooLong').regex(NOTE_CHARACTERS, 'characters'))
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

/** How the page presents a field. */
export type Field = { isOptional?: boolean } & (
  | { kind: 'cards'; options: readonly Option[] }
  | { kind: 'select'; options: readonly Option[] }
  | { kind: 'text'; maxLength: number }
  | { kind: 'paragraph'; maxLength: number }
  | { kind: 'consent' }
)

/** The page shows them in the schema's order. */
const FIELDS: Record<FieldName, Field> = {
  product: { kind: 'cards', options: PRODUCTS },
  note: { kind: 'paragraph', isOptional: true, maxLength: 500 },
  terms: { kind: 'consent' },
}

export type FormFields = readonly { name: FieldName; field: Field }[]

/** The form without its schema, for the browser. */
export const describeFields = (): FormFields =>
  applicationFormSchema.keyof().options.map((name) => ({ name, field: FIELDS[name] }))

/** Consent is the condition for applying at all, so it isn't a column. Everything else is stored with the inquiry. */
export const storedFormSchema = applicationFormSchema.omit({ terms: true })
export type StoredForm = z.infer<typeof storedFormSchema>

export const toStoredForm = ({ terms: _, ...stored }: ApplicationForm): StoredForm => stored

/** An option that is no longer offered keeps its id as its name. */
const shownValue = (field: Field, value: string, locale: Locale): string =>
  ('options' in field && field.options.find(({ id }) => id === value)?.name[locale]) || value

/** @returns the fields that the applicant filled in, each with its value as staff read it */
export const describeForm = (
  stored: Record<keyof StoredForm, string | null>,
  locale: Locale,
): { name: keyof StoredForm; value: string }[] =>
  storedFormSchema.keyof().options.flatMap((name) => {
    const value = stored[name]
    return value === null ? [] : [{ name, value: shownValue(FIELDS[name], value, locale) }]
  })

/** Why the form as a whole was refused: the key of a text under `Apply.refused` in `messages/`. */
export type FormRefusal = 'tooMany' | 'notSaved'

/** The first option of each list, and nothing optional. Callers that need a valid form keep working when a field is added. */
export function simplestForm(): ApplicationForm {
  const values = mapFields((name) => {
    const field = FIELDS[name]
    if (field.isOptional) return ''
    if ('options' in field) return field.options[0]?.id ?? ''
    return field.kind === 'consent' ? 'on' : 'Filled in'
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

/** @returns the parsed form, or the state to show */
export function parseApplicationForm(
  formData: unknown,
): { ok: true; form: ApplicationForm; state: ApplyState } | { ok: false; state: ApplyState } {
  const sent = formFields(formData)
  // A missing field, or a file, counts as empty.
  const values = mapFields((name) => z.string().catch('').parse(sent[name]))
  const parsed = applicationFormSchema.safeParse(values)
  if (parsed.success) return { ok: true, form: parsed.data, state: { errors: {}, values } }
  const messages: Partial<Record<FieldName, string[]>> = z.flattenError(parsed.error).fieldErrors
  return { ok: false, state: { errors: mapFields((name) => messages[name]?.[0]), values } }
}

/** Shows the form again, with an error above it. */
export const refuseForm = (state: ApplyState, form: FormRefusal): ApplyState => ({
  ...state,
  errors: { form },
})

const mapFields = <Value>(toValue: (name: FieldName) => Value): Record<FieldName, Value> =>
  Object.fromEntries(
    applicationFormSchema.keyof().options.map((name) => [name, toValue(name)]),
  ) as Record<FieldName, Value>
