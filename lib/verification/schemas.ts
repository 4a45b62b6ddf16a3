/**
 * The contract's shapes, parsed leniently. Schemas keep unknown statuses and document types, drop unknown fields, and require only the
 * fields that a caller needs.
 */
import { z } from 'zod'

/** @returns undefined if the text isn't JSON; every schema of an answer or event rejects that */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A canonical hyphenated UUID of any version (D1), in lower case. */
const uuidSchema = z.guid().toLowerCase()

/** ISO-8601 (S2), with any offset. A database can't store years outside 1–9999. */
const instantSchema = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .refine((instant) => instant.getUTCFullYear() >= 1 && instant.getUTCFullYear() <= 9999)

/** A value of an open set. Keeps an unknown word. Replaces anything else by `UNKNOWN`, because a sentence could be about a person. */
const openSetSchema = (word: RegExp) =>
  z.string().transform((text) => (word.test(text) ? text : 'UNKNOWN'))

/** S6, N5: unknown statuses are kept, because even an unknown status withdraws an approval. */
export const statusSchema = openSetSchema(/^[A-Za-z][\w-]{0,63}$/)

/** O4: at most 256 letters, digits and . _ : @ / - */
export const referenceIdSchema = z.string().regex(/^[A-Za-z0-9._:@/-]{1,256}$/)

/** O5: at most 500 letters, digits, spaces, newlines and . , ! ? ' " ( ) : ; - */
export const noteSchema = z
  .string()
  .max(500)
  .regex(/^[A-Za-z0-9 \n.,!?'"():;-]*$/)

/** The body of an open (O2–O6). */
export const openRequestSchema = z.strictObject({
  inquiryTemplateId: uuidSchema,
  templateRevisionId: uuidSchema.optional(),
  referenceId: referenceIdSchema.optional(),
  note: noteSchema.optional(),
  /** O6: in the future. It has a zone, because the meaning of a time without one is open (N33). The service may cap it. */
  expiresAt: z.iso.datetime({ offset: true }).optional(),
})

/** The response to an open (O1). */
export const openAnswerSchema = z.object({ inquiryId: uuidSchema })

/** Any field may be missing (N14). A value that isn't text becomes undefined. */
const textSchema = z.string().optional().catch(undefined)
const textFieldsSchema = z.record(z.string(), textSchema).optional().catch(undefined)

/** The person's data at the service (S4, S5). Never store or log it. */
export const identitySchema = z.object({
  personalInfo: textFieldsSchema,
  document: z
    .object({ addressDetails: textFieldsSchema })
    .catchall(textSchema)
    .optional()
    .catch(undefined),
})
export type Identity = z.infer<typeof identitySchema>

const MAX_REASONS = 100
const MAX_TEXT_LENGTH = 2_000

/**
 * Removes NUL and replaces lone surrogates, because PostgreSQL can't store either. Truncates long text, because every read stores it
 * again.
 */
const keptTextSchema = z
  .string()
  .transform((text) => text.replaceAll('\0', '').slice(0, MAX_TEXT_LENGTH).toWellFormed())

/** The response of the status endpoint (S1). Times are Dates. */
export const inquirySchema = z.object({
  inquiryId: uuidSchema,
  status: statusSchema,
  reviewReasons: z
    .array(z.unknown())
    .transform((reasons) => reasons.slice(0, MAX_REASONS))
    .pipe(z.array(keptTextSchema))
    .catch([]),
  portalDecisionNote: keptTextSchema.nullable().catch(null),
  portalDecidedAt: instantSchema.nullable().catch(null),
  referenceId: z.string().nullable().catch(null),
  expiresAt: instantSchema.nullable().catch(null),
  identity: identitySchema.optional().catch(undefined),
})
export type ServiceInquiry = z.infer<typeof inquirySchema>

/** More than an inquiry has. It bounds the reviewer's screen and the log lines for dropped picture URLs. */
const MAX_DOCUMENTS = 50

const webUrlSchema = z.url({ protocol: /^https?$/ })

/** The response of the documents endpoint (D6–D12). The URLs expire at `urlExpiresAt`, or after five minutes if that is missing (D7). */
export const documentsSchema = z.object({
  inquiryId: uuidSchema,
  status: statusSchema,
  urlExpiresAt: instantSchema.nullable().catch(null),
  documents: z
    .array(z.unknown())
    .transform((documents) => documents.slice(0, MAX_DOCUMENTS))
    .pipe(
      z.array(
        z.object({
          type: z.string(),
          supportedPageTypes: z.array(z.string()).optional().catch(undefined),
          frontPage: webUrlSchema.optional().catch(undefined),
          backPage: webUrlSchema.optional().catch(undefined),
        }),
      ),
    ),
})
export type ServiceDocuments = z.infer<typeof documentsSchema>

/** An event (W6), with the data that we use (W9). An event of an unknown kind may have any data or none (N13). */
export const eventSchema = z.object({
  id: uuidSchema,
  type: openSetSchema(/^[A-Za-z][\w.:/-]{0,119}$/),
  createdAt: instantSchema,
  /** Requires only inquiryId (N12). The kind determines the status. */
  data: z
    .object({
      inquiryId: uuidSchema,
      referenceId: referenceIdSchema.optional().catch(undefined),
      succeededCapabilities: z.array(statusSchema).max(50).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
})
