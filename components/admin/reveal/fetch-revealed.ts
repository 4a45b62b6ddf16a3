/** Asks our own backend for an inquiry's identity and documents. The answer lives in memory, for as long as it is shown. */
import * as z from 'zod/mini'
import type { RevealError, RevealedInquiry } from '@/lib/inquiries/views'

/** D7: the URLs stay valid for five minutes. */
const URL_VALIDITY_MS = 5 * 60_000

const pairsSchema = z.array(z.object({ label: z.string(), value: z.string() }))

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
  identity: z.nullable(z.object({ person: pairsSchema, document: pairsSchema })),
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

export type RevealAnswer =
  | { ok: true; revealed: RevealedInquiry; validForMs: number }
  | { ok: false; error: RevealError; retryAfterSeconds: number | null }

const unavailable: RevealAnswer = { ok: false, error: 'unavailable', retryAfterSeconds: null }

/** @param inquiry our own id of it */
export async function fetchRevealed(inquiry: string): Promise<RevealAnswer> {
  try {
    const response = await fetch(`/api/admin/inquiries/${inquiry}/documents`, { cache: 'no-store' })
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

/** How long what was revealed may stay on the screen. Counted by our server's clock: a browser's own may be wrong. */
function validForMs(urlExpiresAt: string | null, headers: Headers): number {
  if (urlExpiresAt === null) return URL_VALIDITY_MS
  const answeredAt = Date.parse(headers.get('date') ?? '')
  const left = Date.parse(urlExpiresAt) - (Number.isNaN(answeredAt) ? Date.now() : answeredAt)
  // The service's clock may differ from ours by more than that: then its own rule of five minutes holds.
  return left > 0 && left < URL_VALIDITY_MS ? left : URL_VALIDITY_MS
}
