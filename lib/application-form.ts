/**
 * The application form: one schema, from which the page's errors and defaults, the stored columns and the staff view
 * follow. To add a field: an entry in the schema, one in `FIELDS`, one in `STORED_FIELDS`, and a nullable column of the
 * same name in `prisma/schema.prisma`.
 */
import { z } from 'zod'
import { PRODUCTS, productName } from '../site'
import { formFields } from './form-fields'

const PRODUCT_IDS = PRODUCTS.map((product) => product.id)

/** Replaces typographic characters with the plain ones that the service accepts in a note (O5). */
const plainText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[‘’‚′]/g, "'")
    .replace(/[“”„″]/g, '"')
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/\r\n?/g, '\n')
    .trim()

const NOTE_CHARACTERS = /^[A-Za-z0-9 \n.,!?'"():;-]*$/

export const applicationFormSchema = z.object({
  product: z.enum(PRODUCT_IDS, { error: 'Choose the account you want to open.' }),
  note: z
    .string()
    .transform(plainText)
    .pipe(
      z
        .string()
        .max(500, 'Keep this to 500 characters.')
        .regex(NOTE_CHARACTERS, 'Use letters, digits and . , ! ? \' " ( ) : ; - only.'),
    )
    .transform((note) => note || null),
  terms: z.literal('on', { error: 'Agree to the identity check to continue.' }),
})
export type ApplicationForm = z.infer<typeof applicationFormSchema>
export type FieldName = keyof ApplicationForm

interface Option {
  id: string
  name: string
  description?: string
}

/** How the page presents a field. */
export type Field = { label: string; hint?: string; isOptional?: boolean } & (
  | { kind: 'cards'; options: readonly Option[] }
  | { kind: 'select'; options: readonly Option[] }
  | { kind: 'text'; maxLength: number }
  | { kind: 'paragraph'; maxLength: number }
  | { kind: 'consent' }
)

/** In page order. */
export const FIELDS: Record<FieldName, Field> = {
  product: { kind: 'cards', label: 'Which account would you like?', options: PRODUCTS },
  note: {
    kind: 'paragraph',
    label: 'Anything we should know?',
    hint: 'For our staff, up to 500 characters. Please leave out document numbers and emoji.',
    isOptional: true,
    maxLength: 500,
  },
  terms: {
    kind: 'consent',
    label:
      'I agree to the verification service checking my identity, using my document and a picture of my face.',
  },
}

/** Consent is the condition for applying at all, so it isn't a column. Everything else is stored with the inquiry. */
export const storedFormSchema = applicationFormSchema.omit({ terms: true })
export type StoredForm = z.infer<typeof storedFormSchema>

/** Every stored field as staff see it. */
export const STORED_FIELDS: Record<
  keyof StoredForm,
  { label: string; show?: (value: string) => string }
> = {
  product: { label: 'Product', show: productName },
  note: { label: 'Note' },
}

export const toStoredForm = ({ terms: _, ...stored }: ApplicationForm): StoredForm => stored

/** @returns label and value pairs for the fields that the applicant filled in */
export const describeForm = (
  stored: Record<keyof StoredForm, string | null>,
): { label: string; value: string }[] =>
  storedFormSchema.keyof().options.flatMap((name) => {
    const value = stored[name]
    const { label, show } = STORED_FIELDS[name]
    return value === null ? [] : [{ label, value: show ? show(value) : value }]
  })

/** What the action returns to the page: errors by field, and the values entered. */
export interface ApplyState {
  errors: Partial<Record<FieldName | 'form', string>>
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
export const refuseForm = (state: ApplyState, form: string): ApplyState => ({
  ...state,
  errors: { form },
})

const mapFields = <Value>(toValue: (name: FieldName) => Value): Record<FieldName, Value> =>
  Object.fromEntries(
    applicationFormSchema.keyof().options.map((name) => [name, toValue(name)]),
  ) as Record<FieldName, Value>
