/**
 * The answer of `GET /api/admin/inquiries/{id}/documents` (D6–D12, S3–S5), which is never stored. The browser parses it with the same
 * schemas.
 */
import * as z from 'zod/mini'
import '../http/schemas-without-eval'

/** The fields as received, in order, under the service's names. Any field may be missing (N14). */
const fieldsSchema = z.array(z.object({ name: z.string(), value: z.string() }))
export type RevealedField = z.infer<typeof fieldsSchema>[number]

const documentSchema = z.object({
  /** One of D8, or an unknown type. */
  type: z.string(),
  frontPage: z.nullable(z.string()),
  backPage: z.nullable(z.string()),
  /** Whether the type has a back page at all (D9), so the screen can explain a missing one (D10). */
  hasBackPage: z.boolean(),
})
export type RevealedDocument = z.infer<typeof documentSchema>

const identitySchema = z.object({
  /** What the customer entered in the hosted flow (S4). */
  declared: fieldsSchema,
  /** What the service read from the document (S5). */
  document: fieldsSchema,
  address: fieldsSchema,
})
export type RevealedIdentity = z.infer<typeof identitySchema>

export const revealedSchema = z.object({
  /** The service's current status, which may explain why there are no documents (D2). */
  status: z.string(),
  documents: z.array(documentSchema),
  /** When the URLs expire (D6), as ISO 8601; null if there are no documents or the service names no time. */
  urlExpiresAt: z.nullable(z.string()),
  /** How long the screen may show this. A duration, because the browser's clock may be wrong. */
  expiresInMs: z.number(),
  identity: z.nullable(identitySchema),
  /** What the applicant entered in the personal fields of our own form. */
  personal: fieldsSchema,
})
export type RevealedInquiry = z.infer<typeof revealedSchema>

/** The HTTP status of each error; 429 comes with Retry-After. */
export const REVEAL_ERRORS = {
  signed_out: 401,
  /** The role may not see documents. */
  forbidden: 403,
  not_found: 404,
  /** The inquiry has no serviceInquiryId yet. */
  not_opened: 409,
  rate_limited: 429,
  /** The URLs had already expired on arrival, by our clock. */
  links_expired: 503,
  /** The service sent no usable answer. */
  unavailable: 503,
} as const
export type RevealError = keyof typeof REVEAL_ERRORS

export const revealErrorSchema = z.object({
  error: z.enum(Object.keys(REVEAL_ERRORS) as [RevealError, ...RevealError[]]),
})
