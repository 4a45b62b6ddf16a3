// Validates what the customer types, only on the server. The page highlights the fields it names.

import { z } from 'zod'
import { PERSONAL_INFO_FIELDS, type PersonalInfoField } from './flow-protocol.ts'

const MAX_NAME_LENGTH = 120
const MAX_EMAIL_LENGTH = 254

/** The fields of S4. Spaces, brackets, dots and hyphens in a phone number are dropped. */
export const personalInfoFormSchema = z.object({
  fullName: z
    .string()
    .trim()
    .min(2)
    .max(MAX_NAME_LENGTH)
    .regex(/^[\p{Letter}\p{Mark}\s.'’-]+$/u),
  country: z.string().regex(/^[A-Z]{2}$/),
  email: z.string().trim().max(MAX_EMAIL_LENGTH).pipe(z.email()),
  phone: z
    .string()
    .transform((phone) => phone.replace(/[\s().-]/g, ''))
    .pipe(z.string().regex(/^\+[1-9]\d{6,14}$/)),
})

/** The invalid fields, in the form's order. */
export function fieldsToCorrect(error: z.ZodError): PersonalInfoField[] {
  const wrong = new Set(error.issues.map((issue) => issue.path[0]))
  return PERSONAL_INFO_FIELDS.filter((field) => wrong.has(field))
}
