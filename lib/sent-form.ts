/**
 * A form whose server action this build doesn't know, because another build rendered it. Next would answer such a post with a
 * line of plain text, and the customer's answers would be lost. The proxy passes the answers to the page, which shows the form
 * again. They exist only in the headers of this one request inside this process.
 */
import 'server-only'
import { z } from 'zod'
import { formFields } from './form-fields'

const HEADER = 'x-sent-form'
const sentFormSchema = z.record(z.string(), z.string())

/** The answers to show again, by field, if the page is the response to such a post. */
export function readSentForm(headers: Headers): Record<string, string> | null {
  const carried = headers.get(HEADER)
  if (carried === null) return null
  return sentFormSchema.parse(JSON.parse(Buffer.from(carried, 'base64url').toString()))
}

/** For the proxy: changes the request's headers so that the page shows this form again. */
export function carrySentForm(form: FormData | null, headers: Headers): void {
  // A client must not pass anything to the page in this header.
  headers.delete(HEADER)
  if (form === null) return
  const answers = Object.entries(formFields(form)).filter(
    (field): field is [string, string] =>
      !field[0].startsWith('$ACTION') && typeof field[1] === 'string',
  )
  headers.set(
    HEADER,
    Buffer.from(JSON.stringify(Object.fromEntries(answers))).toString('base64url'),
  )
  // Otherwise Next would look for the action itself.
  headers.delete('content-type')
}
