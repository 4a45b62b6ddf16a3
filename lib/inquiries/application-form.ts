/** The application form: what a customer may enter, checked before anything is opened. Shared by page and action. */
import { z } from 'zod'
import { formFields } from '../form-fields'

/** What this merchant offers. A clone puts its own products here. */
export const PRODUCTS = [
  {
    id: 'everyday',
    name: 'Everyday account',
    description: 'A current account with a card, for salary and daily spending.',
  },
  {
    id: 'savings',
    name: 'Savings account',
    description: 'Interest paid monthly, money available at any time.',
  },
  {
    id: 'business',
    name: 'Business account',
    description: 'For sole traders and companies, with invoices and receipts.',
  },
] as const

const PRODUCT_IDS = PRODUCTS.map((product) => product.id)

export const productName = (id: string): string =>
  PRODUCTS.find((product) => product.id === id)?.name ?? id

/** O5: the service takes nothing else in a note. */
const NOTE_CHARACTERS = /^[A-Za-z0-9 \n.,!?'"():;-]*$/

export const applicationFormSchema = z.object({
  product: z.enum(PRODUCT_IDS, { error: 'Choose the account that you want to open.' }),
  note: z
    .string()
    // A browser sends line breaks of a text area as CR LF.
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .max(500, 'Keep this to 500 characters.')
        .regex(
          NOTE_CHARACTERS,
          'Use unaccented letters, digits, spaces, new lines and . , ! ? \' " ( ) : ; - only.',
        ),
    ),
  terms: z.literal('on', { error: 'Agree to the identity check to go on.' }),
})
export type ApplicationForm = z.infer<typeof applicationFormSchema>

/** What the action gives back to the form: messages beside the fields, and what was entered. */
export interface ApplyState {
  errors: { product?: string; note?: string; terms?: string; form?: string }
  values: { product: string; note: string; terms: boolean }
}

/** A field that is missing, or is a file, is empty. */
const fieldSchema = z.string().catch('')
const enteredSchema = z.object({ product: fieldSchema, note: fieldSchema, terms: fieldSchema })

/** @returns the checked form, or what to show beside its fields. */
export function parseApplicationForm(
  formData: unknown,
): { ok: true; values: ApplicationForm } | { ok: false; state: ApplyState } {
  const entered = enteredSchema.parse(formFields(formData))
  const parsed = applicationFormSchema.safeParse(entered)
  if (parsed.success) return { ok: true, values: parsed.data }
  const messages = z.flattenError(parsed.error).fieldErrors
  return {
    ok: false,
    state: {
      errors: {
        product: messages.product?.[0],
        note: messages.note?.[0],
        terms: messages.terms?.[0],
      },
      values: { product: entered.product, note: entered.note, terms: entered.terms === 'on' },
    },
  }
}

const refused = ({ product, note }: ApplicationForm, form: string): ApplyState => ({
  errors: { form },
  values: { product, note, terms: true },
})

export const tooManyApplications = (form: ApplicationForm): ApplyState =>
  refused(form, 'Too many applications came from here. Please wait an hour and try again.')

/** With the database away. Sent again it ends in one inquiry, also where the first had been saved. */
export const notTaken = (form: ApplicationForm): ApplyState =>
  refused(
    form,
    'We cannot save anything at the moment. What you entered is still here: please try again in a minute.',
  )
