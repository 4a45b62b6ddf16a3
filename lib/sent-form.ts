/**
 * A form whose server action this build doesn't know, because another build rendered it. Next would answer such a post with a
 * line of plain text, and the customer's answers would be lost. The proxy passes the answers to the page, which shows the form
 * again. They exist only in the headers of this one request inside this process.
 */
import 'server-only'
import type { NextRequest } from 'next/server'
import { z } from 'zod'
import { formFields } from './form-fields'
import { isKnownAction } from './known-actions'

const HEADER = 'x-sent-form'
const MAX_BODY_BYTES = 64 * 1024
const sentFormSchema = z.record(z.string(), z.string())

/** The answers to show again, by field, if the page is the response to such a post. */
export function readSentForm(headers: Headers): Record<string, string> | null {
  const carried = headers.get(HEADER)
  if (carried === null) return null
  return sentFormSchema.parse(JSON.parse(Buffer.from(carried, 'base64url').toString()))
}

/**
 * For the proxy: changes the request's headers if no action of this build can take the form.
 * @returns whether the form can be read
 */
export async function carrySentForm(request: NextRequest, headers: Headers): Promise<boolean> {
  // A client must not pass anything to the page in this header.
  headers.delete(HEADER)
  if (!isPlainFormPost(request)) return true
  const form = await request.formData().catch(() => null)
  if (form === null) return false
  if (isKnownAction(actionIdOf(form))) return true
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
  return true
}

/** A form that a browser submitted without JavaScript from one of our pages. */
function isPlainFormPost({ method, headers }: NextRequest): boolean {
  return (
    method === 'POST' &&
    !headers.has('next-action') &&
    headers.get('content-type')?.startsWith('multipart/form-data') === true &&
    Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY) <= MAX_BODY_BYTES &&
    headers.has('origin') &&
    !isForeignOrigin(headers)
  )
}

/** Next refuses actions from another origin, and accepts them from clients that don't name theirs. */
export function isForeignOrigin(headers: Headers): boolean {
  const origin = headers.get('origin')
  const host = headers.get('x-forwarded-host') ?? headers.get('host')
  return origin !== null && (!URL.canParse(origin) || new URL(origin).host !== host)
}

const actionSchema = z.object({ id: z.string() })

/** React's hidden fields name the action: `$ACTION_ID_<id>`, or `$ACTION_REF_1` with its description in `$ACTION_1:0`. */
function actionIdOf(form: FormData): string | null {
  for (const key of form.keys()) {
    if (key.startsWith('$ACTION_ID_')) return key.slice('$ACTION_ID_'.length)
    if (!key.startsWith('$ACTION_REF_')) continue
    const description = form.get(`$ACTION_${key.slice('$ACTION_REF_'.length)}:0`)
    try {
      return actionSchema.parse(JSON.parse(String(description))).id
    } catch {
      return null
    }
  }
  return null
}
