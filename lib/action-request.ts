/**
 * Server actions called with JavaScript. Next answers one that it can't read with a 500 and prints an error, so the proxy
 * refuses it first.
 */
import 'server-only'
import type { NextRequest } from 'next/server'
import { isForeignOrigin } from './sent-form'

/** Next's own limit. */
const MAX_BODY_BYTES = 1024 * 1024
/** Arguments without files come as one JSON array. It can't refer to other parts of the message, because there are none. */
const OTHER_PART = /^\$(?!\$|undefined$|NaN$|-?Infinity$|-0$|D|n-?\d+$)/

/** @returns the status to refuse it with; null if the request calls no action, or Next can read it */
export async function refuseAction(request: NextRequest): Promise<400 | 403 | 413 | null> {
  const { method, headers } = request
  if (method !== 'POST' || !headers.has('next-action')) return null
  if (isForeignOrigin(headers)) return 403
  if (!(Number(headers.get('content-length')) <= MAX_BODY_BYTES)) return 413
  const isMultipart = headers.get('content-type')?.startsWith('multipart/form-data') === true
  if (isMultipart) return (await request.formData().catch(() => null)) === null ? 400 : null
  return isArgumentList(await request.text()) ? null : 400
}

function isArgumentList(text: string): boolean {
  let refersElsewhere = false
  try {
    const list: unknown = JSON.parse(text, (_key, value: unknown) => {
      if (typeof value === 'string' && OTHER_PART.test(value)) refersElsewhere = true
      return value
    })
    return Array.isArray(list) && !refersElsewhere
  } catch {
    return false
  }
}
