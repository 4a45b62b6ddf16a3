/**
 * The contract's shapes, as tolerant as it leaves them open: unknown statuses, document types and fields are
 * held and passed on, and only what a caller cannot do without is required.
 */
import { z } from 'zod'

/** A canonical hyphenated UUID of any version (D1), in lower case. */
export const uuidSchema = z.guid().toLowerCase()

/** ISO-8601 (S2); an offset other than Z is understood too. Years beyond four digits are no time that a database keeps. */
const instantSchema = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .refine((instant) => instant.getUTCFullYear() >= 1 && instant.getUTCFullYear() <= 9999)

/** A status is an open set (S6, N5); what is not a plain word is no status. */
export const statusSchema = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/)

/** O4: at most 256 of letters, digits and . _ : @ / - */
export const referenceIdSchema = z.string().regex(/^[A-Za-z0-9._:@/-]{1,256}$/)

/** O5: at most 500 of letters, digits, spaces, newlines and . , ! ? ' " ( ) : ; - */
export const noteSchema = z
  .string()
  .max(500)
  .regex(/^[A-Za-z0-9 \n.,!?'"():;-]*$/)

/** What an open is asked with (O2–O6). */
export const openRequestSchema = z.strictObject({
  inquiryTemplateId: uuidSchema,
  templateRevisionId: uuidSchema.optional(),
  referenceId: referenceIdSchema.optional(),
  note: noteSchema.optional(),
  expiresAt: z.iso.datetime().optional(),
})

/** O1. */
export const openAnswerSchema = z.object({ inquiryId: uuidSchema })

/** Text fields of which any may be missing, and others may come (N14). */
const textFieldsSchema = z
  .record(z.string(), z.unknown())
  .transform((fields) =>
    Object.fromEntries(
      Object.entries(fields).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    ),
  )

const documentIdentitySchema = z
  .looseObject({ addressDetails: textFieldsSchema.optional().catch(undefined) })
  .transform(({ addressDetails, ...fields }) => ({
    ...textFieldsSchema.parse(fields),
    ...(addressDetails ? { addressDetails } : {}),
  }))

/** S4, S5. */
export const identitySchema = z.object({
  personalInfo: textFieldsSchema.optional().catch(undefined),
  document: documentIdentitySchema.optional().catch(undefined),
})
export type Identity = z.infer<typeof identitySchema>

/** Text that a database keeps: no NUL and no half of a character. A row that cannot be stored would never be settled. */
const keptTextSchema = z.string().transform((text) => text.replaceAll('\0', '').toWellFormed())

/** S1. The answer of the status endpoint. */
export const inquirySchema = z.object({
  inquiryId: uuidSchema,
  status: statusSchema,
  reviewReasons: z.array(keptTextSchema).catch([]),
  portalDecisionNote: keptTextSchema.nullable().catch(null),
  portalDecidedAt: instantSchema.nullable().catch(null),
  referenceId: z.string().nullable().catch(null),
  expiresAt: instantSchema.nullable().catch(null),
  identity: identitySchema.optional().catch(undefined),
})
export type ServiceInquiry = z.infer<typeof inquirySchema>

const webUrlSchema = z.url({ protocol: /^https?$/ })

/** D6–D12. The answer of the documents endpoint. */
export const documentsSchema = z.object({
  inquiryId: uuidSchema,
  status: statusSchema,
  urlExpiresAt: instantSchema,
  documents: z.array(
    z.object({
      type: z.string(),
      supportedPageTypes: z.array(z.string()).optional().catch(undefined),
      frontPage: webUrlSchema.optional().catch(undefined),
      backPage: webUrlSchema.optional().catch(undefined),
    }),
  ),
})
export type ServiceDocuments = z.infer<typeof documentsSchema>

/** W9 and N12: each field of `data` may be missing except inquiryId; those not named here are dropped. */
export const eventDataSchema = z.object({
  inquiryId: uuidSchema,
  referenceId: referenceIdSchema.optional().catch(undefined),
  status: statusSchema.optional().catch(undefined),
  correlationId: uuidSchema.optional().catch(undefined),
  approvedAt: z.iso.datetime({ offset: true }).optional().catch(undefined),
  succeededCapabilities: z.array(statusSchema).max(50).optional().catch(undefined),
})

/** W6. `data` is read strictly for the kinds that are known, and left aside for others (N13). */
export const eventEnvelopeSchema = z.object({
  id: uuidSchema,
  type: z.string().regex(/^[\w.:-]{1,120}$/),
  createdAt: instantSchema,
  data: z.unknown().optional(),
})

export type EventData = z.infer<typeof eventDataSchema>
