/** Fetches an inquiry's identity and documents from our backend. They live in memory only while they're shown. */
import * as z from 'zod/mini'
import '@/lib/schemas-without-eval'
import type { RevealError, RevealedInquiry } from '@/lib/inquiries/views'

/** D7: the URLs stay valid for five minutes. */
const URL_VALIDITY_MS = 5 * 60_000

const fieldsSchema = z.array(z.object({ name: z.string(), value: z.string() }))

const revealedSchema: z.ZodMiniType<RevealedInquiry> = z.object({
  status: z.string(),
  urlExpiresAt: z.nullable(z.string()),
  documents: z.array(
    z.object({
      type: z.string(),
      frontPage: z.nullable(z.string()),
      backPage: z.nullable(z.string()),
      hasBackPage: z.boolean(),
    }),
  ),
  documentsUnavailable: z.nullable(z.enum(['not_approved', 'none'])),
  identity: z.nullable(
    z.object({ declared: fieldsSchema, document: fieldsSchema, address: fieldsSchema }),
  ),
})

const errorSchema = z.object({
  error: z.enum([
    'signed_out',
    'forbidden',
    'not_found',
    'not_opened',
    'rate_limited',
    'unavailable',
  ] satisfies RevealError[]),
})

export type RevealResult =
  | { ok: true; revealed: RevealedInquiry; validForMs: number }
  | { ok: false; error: RevealError; retryAfterSeconds: number | null }

const unavailable: RevealResult = { ok: false, error: 'unavailable', retryAfterSeconds: null }

/** @param id our own id for the inquiry */
export async function fetchRevealed(id: string): Promise<RevealResult> {
  try {
    const response = await fetch(`/api/admin/inquiries/${id}/documents`, { cache: 'no-store' })
    const body: unknown = await response.json()
    if (response.ok) {
      const revealed = revealedSchema.parse(body)
      return { ok: true, revealed, validForMs: validForMs(revealed.urlExpiresAt, response.headers) }
    }
    const refused = errorSchema.safeParse(body)
    if (!refused.success) return unavailable
    const retryAfter = Number.parseInt(response.headers.get('retry-after') ?? '', 10)
    return {
      ok: false,
      error: refused.data.error,
      retryAfterSeconds: Number.isNaN(retryAfter) ? null : retryAfter,
    }
  } catch {
    return unavailable
  }
}

/** How long the data may be shown, by our server's clock, since the browser's may be wrong. */
function validForMs(urlExpiresAt: string | null, headers: Headers): number {
  if (urlExpiresAt === null) return URL_VALIDITY_MS
  const respondedAt = Date.parse(headers.get('date') ?? '')
  const left = Date.parse(urlExpiresAt) - (Number.isNaN(respondedAt) ? Date.now() : respondedAt)
  // Outside that range the service's clock must differ from ours, so fall back to the contract's five minutes.
  return left > 0 && left < URL_VALIDITY_MS ? left : URL_VALIDITY_MS
}
