// The merchant interface's wire format, used for validation and for the OpenAPI document.
import { z } from 'zod'
import * as stored from '../state/entities.ts'
import { parseInstant } from './instant.ts'

/** The contract requires this form for openedAt (S2) and createdAt (W6). The sandbox uses it for every time. */
export const dateTimeSchema = z.iso.datetime({ precision: 3 }).meta({
  description: 'ISO-8601 UTC with milliseconds.',
  // Zod's own pattern is unreadable, because it also checks the days of each month.
  pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`,
})

const UUID = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/

/** D1: canonical and hyphenated, of any version. Zod's `uuid()` accepts only known versions. */
export const uuidSchema = z
  .string()
  .regex(UUID, 'must be a canonical hyphenated UUID')
  .meta({ format: 'uuid' })

/** UUIDs ignore case, so those in a request are lower-cased. */
const givenUuidSchema = uuidSchema.toLowerCase().meta({ format: 'uuid' })

/**
 * O2–O6. Every schema here is open: the service ignores unknown fields in a request, and the contract allows them in a response.
 * @param letters the letters that texts may contain, as a part of a regular expression
 */
export function openRequestWith(letters: string) {
  return z.object({
    inquiryTemplateId: givenUuidSchema.describe('A published template (O2).'),
    templateRevisionId: givenUuidSchema
      .optional()
      .describe('Pins a revision, which must be published and enabled (O3).'),
    referenceId: z
      .string()
      .max(256)
      .regex(
        new RegExp(`^[${letters}0-9._:@/-]*$`, 'u'),
        'can contain only letters, digits and . _ : @ / -',
      )
      .optional()
      .describe("The merchant's own reference (O4)."),
    note: z
      .string()
      .max(500)
      .regex(
        new RegExp(String.raw`^[${letters}0-9 \r\n.,!?'"():;-]*$`, 'u'),
        'can contain only letters, digits, spaces, newlines and . , ! ? \' " ( ) : ; -',
      )
      .optional()
      .describe('An internal note (O5).'),
    expiresAt: z
      .string()
      .max(64)
      .refine((text) => parseInstant(text) !== null, 'must be an ISO-8601 date-time')
      .meta({ format: 'date-time' })
      .optional()
      .describe("In the future; capped by the inquiry's own expiry (O6). Name its zone (N33)."),
  })
}
export const openRequestSchema = openRequestWith('A-Za-z')
export type OpenRequest = z.infer<typeof openRequestSchema>

export const openResponseSchema = z
  .object({ inquiryId: uuidSchema })
  .describe('The id of the new inquiry (O1).')

export const personalInfoSchema = stored.personalInfoSchema
  .partial()
  .describe('S4. The contract does not say whether every field is present (N14).')

const { addressDetails } = stored.documentDataSchema.shape
export const documentDataSchema = stored.documentDataSchema
  .extend({ addressDetails: addressDetails.partial() })
  .partial()
  .describe(
    'S5. Dates are dd-mm-yyyy. The contract does not say whether every field is present (N14).',
  )

export const identitySchema = z
  .object({ personalInfo: personalInfoSchema, document: documentDataSchema })
  .partial()
  .describe('S3–S5')

export const inquiryResponseSchema = z
  .object({
    inquiryId: uuidSchema,
    status: z
      .string()
      .describe(
        'PENDING, APPROVED, NEEDS_REVIEW, FAILED, DECLINED or COMPLETED (S6); an open set.',
      ),
    reviewReasons: z.array(z.string()),
    portalDecisionNote: z.string().nullable(),
    portalDecidedAt: dateTimeSchema.nullable(),
    referenceId: z.string().describe('Empty if none was given (N21).'),
    note: z.string().describe('Empty if none was given (N21).'),
    openedAt: dateTimeSchema,
    expiresAt: dateTimeSchema,
    inquiryTemplateId: uuidSchema,
    identity: identitySchema
      .optional()
      .describe('May be present only when status is APPROVED, NEEDS_REVIEW or FAILED (S3).'),
  })
  .describe('S1')
export type InquiryResponse = z.infer<typeof inquiryResponseSchema>

export const documentsResponseSchema = z
  .object({
    inquiryId: uuidSchema,
    status: z.enum(['APPROVED', 'NEEDS_REVIEW']),
    urlExpiresAt: dateTimeSchema.describe(
      'One expiry shared by all URLs (D6), five minutes later (D7).',
    ),
    documents: z.array(
      z.object({
        type: stored.artifactTypeSchema,
        supportedPageTypes: z
          .array(z.enum(['frontPage', 'backPage']))
          .optional()
          .describe('Absent for selfie and signature (D9).'),
        frontPage: z.url(),
        backPage: z.url().optional().describe('Omitted when unavailable (D10).'),
      }),
    ),
  })
  .describe('D6–D12')
export type DocumentsResponse = z.infer<typeof documentsResponseSchema>

export const errorResponseSchema = z
  .object({ code: z.string(), message: z.string(), correlationId: z.string() })
  .describe('The contract shows only a code; this is N3’s default.')

const eventUsualSchema = z.object({
  inquiryId: uuidSchema,
  referenceId: z.string().describe('Empty if none was given (N21).'),
  status: z.string(),
  correlationId: uuidSchema,
})

function eventSchema<Type extends string, Data extends z.ZodType>(type: Type, data: Data) {
  return z
    .object({ id: uuidSchema, type: z.literal(type), createdAt: dateTimeSchema, data })
    .describe('W6')
}

export const approvedEventSchema = eventSchema(
  'inquiry.approved',
  eventUsualSchema
    .extend({
      status: z.literal('APPROVED'),
      approvedAt: dateTimeSchema,
      succeededCapabilities: z.array(z.string()),
    })
    .describe('W9'),
)

export const reviewEventSchema = eventSchema(
  'inquiry.review_in_progress',
  eventUsualSchema
    .extend({ reviewStartedAt: dateTimeSchema })
    .describe('Not in the contract (N12).'),
)

export const declinedEventSchema = eventSchema(
  'inquiry.declined',
  eventUsualSchema.extend({ declinedAt: dateTimeSchema }).describe('Not in the contract (N12).'),
)
