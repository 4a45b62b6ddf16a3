// Schemas of the stored entities, which validate the journal at start. The wire format has its own schemas, in service/schemas.ts.
import { z } from 'zod'

const idSchema = z.string().min(1)
const instantSchema = z.iso.datetime()

/** The checks of the hosted flow (W9). SIGNATURE isn't among W9's values; it makes all five document types possible (D8). */
export const CAPABILITIES = ['PERSONAL_INFO', 'PASSPORT_SCAN', 'FACE_MATCH', 'SIGNATURE'] as const
export const capabilitySchema = z.enum(CAPABILITIES)
export type Capability = z.infer<typeof capabilitySchema>

/** The event kinds that the contract names (W7). */
export const EVENT_KINDS = [
  'inquiry.approved',
  'inquiry.review_in_progress',
  'inquiry.declined',
] as const

/** The artifact types of the documents endpoint (D8). */
export const ARTIFACT_TYPES = [
  'passport',
  'national_id',
  'driving_license',
  'selfie',
  'signature',
] as const
export const artifactTypeSchema = z.enum(ARTIFACT_TYPES)
export type ArtifactType = z.infer<typeof artifactTypeSchema>

export const documentTypeSchema = z.enum(['passport', 'national_id', 'driving_license'])
export type DocumentType = z.infer<typeof documentTypeSchema>

export const artifactPageSchema = z.enum(['frontPage', 'backPage'])
export type ArtifactPage = z.infer<typeof artifactPageSchema>

/** How the hosted flow looks for a merchant. */
export const brandSchema = z
  .object({
    color: z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour like #0b5c4d'),
    /** At most 65 kB. Shown only in an img element, where an SVG's scripts don't run. */
    logo: z
      .string()
      .max(90_000, 'The picture is too large.')
      .regex(
        /^data:image\/(svg\+xml|png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/,
        'must be an SVG, PNG, JPEG or WebP picture, as a data URL in base64',
      )
      .nullable()
      .default(null),
  })
  .strict()
export type Brand = z.infer<typeof brandSchema>

export const tenantSchema = z.object({
  id: idSchema,
  name: z.string(),
  createdAt: instantSchema,
  /** Requests per minute and key (N17); null means no limit, for load tests. */
  rateLimitPerMinute: z.int().positive().nullable(),
  /** Gap settings that differ from the default, by gap id ("N1"). */
  settings: z.record(z.string(), z.string()),
  brand: brandSchema.nullable().default(null),
})
export type Tenant = z.infer<typeof tenantSchema>

export const apiKeySchema = z.object({
  id: idSchema,
  tenantId: idSchema,
  name: z.string(),
  /** The plaintext's SHA-256 in hex. The plaintext is shown once and never stored (A3). */
  hash: z.string(),
  /** The last four characters, by which people recognise a key. */
  hint: z.string(),
  createdAt: instantSchema,
  expiresAt: instantSchema.nullable(),
  revokedAt: instantSchema.nullable(),
})
export type ApiKey = z.infer<typeof apiKeySchema>

export const templateSchema = z.object({ id: idSchema, tenantId: idSchema, name: z.string() })
export type Template = z.infer<typeof templateSchema>

export const templateDefinitionSchema = z.object({
  steps: z.array(capabilitySchema).min(1),
  /** Without it, the service delivers no event (W8). */
  webhooks: z.object({ subscribe: z.array(z.string()) }).optional(),
})
export type TemplateDefinition = z.infer<typeof templateDefinitionSchema>

export const revisionSchema = z.object({
  id: idSchema,
  tenantId: idSchema,
  templateId: idSchema,
  number: z.int().positive(),
  publishedAt: instantSchema.nullable(),
  enabled: z.boolean(),
  definition: templateDefinitionSchema,
  createdAt: instantSchema,
})
export type Revision = z.infer<typeof revisionSchema>

export const endpointSchema = z.object({
  id: idSchema,
  tenantId: idSchema,
  url: z.string(),
  /** "listen" if the command of that name registered it. */
  name: z.string().nullable().default(null),
  /** In plaintext, because a hash can't sign (W3). */
  secret: z.string(),
  /** The secret before the last rotation, and when it stops signing (N16). */
  previousSecret: z.string().nullable(),
  previousSecretUntil: instantSchema.nullable(),
  createdAt: instantSchema,
  removedAt: instantSchema.nullable(),
})
export type Endpoint = z.infer<typeof endpointSchema>

/** The customer's input (S4). */
export const personalInfoSchema = z.object({
  fullName: z.string(),
  country: z.string().regex(/^[A-Z]{2}$/),
  email: z.string(),
  phone: z.string().regex(/^\+/),
})
export type PersonalInfo = z.infer<typeof personalInfoSchema>

const dayMonthYearSchema = z.string().regex(/^\d{2}-\d{2}-\d{4}$/)

/** The document's data (S5). */
export const documentDataSchema = z.object({
  documentType: z.string().regex(/^[A-Z_]+$/),
  fullName: z.string(),
  dateOfIssue: dayMonthYearSchema,
  dateOfBirth: dayMonthYearSchema,
  dateOfExpiry: dayMonthYearSchema,
  documentNumber: z.string(),
  sex: z.string().length(1),
  address: z.string(),
  addressDetails: z.object({
    street: z.string(),
    city: z.string(),
    state: z.string(),
    postalCode: z.string(),
    country: z.string(),
  }),
})
export type DocumentData = z.infer<typeof documentDataSchema>

export const capabilityResultSchema = z.object({
  capability: capabilitySchema,
  succeeded: z.boolean(),
  at: instantSchema,
})

const dateSchema = z.iso.date()

/** Overrides an inquiry's specimen data: the customer, the document and the checks' results. */
export const orderSchema = z.object({
  fullName: z.string().min(1).max(120).optional(),
  /** The name on the document, if it differs from the customer's. */
  documentFullName: z.string().min(1).max(120).optional(),
  /** yyyy-mm-dd. */
  dateOfBirth: dateSchema.optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be two capital letters')
    .optional(),
  documentType: documentTypeSchema.optional(),
  documentNumber: z
    .string()
    .regex(/^[A-Z0-9<]{1,20}$/, 'must be up to 20 capital letters, digits or <')
    .optional(),
  dateOfIssue: dateSchema.optional(),
  dateOfExpiry: dateSchema.optional(),
  /** The reasons for NEEDS_REVIEW. An empty list means none (N26). */
  reviewReasons: z.array(z.string().min(1).max(500)).max(50).optional(),
  /** Capabilities whose check fails, even in the hosted flow (D11). */
  failedCapabilities: z.array(capabilitySchema).optional(),
  /** There are no pictures, so the list of documents is empty (D12). */
  withoutPictures: z.boolean().optional(),
  /** The back page is unavailable (D10). */
  withoutBackPage: z.boolean().optional(),
})
export type Order = z.infer<typeof orderSchema>

export const inquirySchema = z.object({
  id: idSchema,
  tenantId: idSchema,
  templateId: idSchema,
  revisionId: idSchema,
  /** Null if the merchant sent none (N21). */
  referenceId: z.string().nullable(),
  note: z.string().nullable(),
  openedAt: instantSchema,
  expiresAt: instantSchema,
  /** The Idempotency-Key of the open, and its request's hash, to recognise a retry (N2). */
  idempotency: z.object({ key: z.string(), bodyHash: z.string() }).nullable(),
  /** Any text: the scenario page can set a status that the contract doesn't name. */
  status: z.string(),
  /** Every status so far, oldest first. Until `visibleAt`, the status endpoint shows the previous one (N6). */
  history: z.array(
    z.object({
      status: z.string(),
      at: instantSchema,
      visibleAt: instantSchema.optional(),
      /** The newest portal decision for this status (P4). */
      decision: z.object({ note: z.string().nullable(), decidedAt: instantSchema }).optional(),
    }),
  ),
  reviewReasons: z.array(z.string()),
  /** A UUID of any version, which `z.uuid()` wouldn't accept. */
  correlationId: z.guid(),
  steps: z.array(capabilitySchema),
  results: z.array(capabilityResultSchema),
  personalInfo: personalInfoSchema.nullable(),
  document: documentDataSchema.nullable(),
  /** The planned outcome, from the scenario page or the referenceId. Null lets the results decide. */
  plannedOutcome: z.string().nullable(),
  order: orderSchema.default({}),
  /** Status changes that are due later: an automatic decision, or a reversal (N5, N29). A portal decision cancels them. */
  scheduled: z.array(
    z.object({
      status: z.string(),
      note: z.string().nullable(),
      /** N29: sends no event. */
      silent: z.boolean(),
      dueAt: instantSchema,
    }),
  ),
  /** When the customer submitted, which closed the flow. */
  finishedAt: instantSchema.nullable(),
  /** The newest event's createdAt, so that no two events of an inquiry have the same one. */
  lastEventAt: instantSchema.nullable(),
  /** The presenter's console has told a story with it. */
  isTold: z.boolean().default(false),
})
export type Inquiry = z.infer<typeof inquirySchema>

export const artifactSchema = z.object({
  /** It also names the picture's file, so it must not contain a path. */
  id: z.guid(),
  tenantId: idSchema,
  inquiryId: idSchema,
  capability: capabilitySchema,
  type: artifactTypeSchema,
  page: artifactPageSchema,
  contentType: z.string(),
  /** Shared by the pages of a scan, so that a front never appears with another scan's back. */
  scanId: idSchema,
  succeeded: z.boolean(),
})
export type Artifact = z.infer<typeof artifactSchema>

/** One event for one endpoint: an entry in the durable outbox. */
export const deliverySchema = z.object({
  id: idSchema,
  tenantId: idSchema,
  endpointId: idSchema,
  inquiryId: idSchema,
  eventId: z.guid(),
  kind: z.string(),
  /** The exact bytes that are signed and sent (W3). */
  body: z.string(),
  state: z.enum(['DUE', 'DELIVERED', 'FAILED', 'DROPPED']),
  createdAt: instantSchema,
  /** The time of the next attempt, while DUE. */
  dueAt: instantSchema,
  attempts: z.int().nonnegative(),
})
export type Delivery = z.infer<typeof deliverySchema>

/** What a fault waits for. An empty object matches the next request or attempt. */
export const faultMatchSchema = z
  .object({
    inquiryId: z.string().optional(),
    referenceId: z.string().optional(),
    /** For deliveries only. */
    eventType: z.string().optional(),
    /** For the merchant API only. */
    operation: z.enum(['open', 'status', 'documents']).optional(),
    /** For deliveries only, counted from 1. The first attempt by default. */
    attempt: z.union([z.int().positive(), z.literal('any')]).optional(),
  })
  .strict()

export const failureStatusSchema = z.literal([500, 502, 503, 504])
export type FailureStatus = z.infer<typeof failureStatusSchema>

/** A fault for one tenant's next matching request or delivery. */
export const faultSchema = z.object({
  id: idSchema,
  tenantId: idSchema,
  target: z.enum(['webhook', 'api']),
  match: faultMatchSchema,
  kind: z.string(),
  remaining: z.int().positive(),
  /** For `slow` and `delay`, at most ten minutes. */
  delayMs: z.int().nonnegative().max(600_000).nullable().default(null),
  /** For `server-error`. */
  status: failureStatusSchema.nullable().default(null),
  /** The form of Retry-After, for `rate-limited` (N17). */
  retryAfter: z.enum(['seconds', 'http-date', 'missing', 'a-year']).nullable().default(null),
})
export type Fault = z.infer<typeof faultSchema>

/** A server error that answers an open, and again each repetition of it (N2). */
export const keptFailureSchema = z.object({
  /** The tenant's id and its Idempotency-Key. */
  id: idSchema,
  tenantId: idSchema,
  bodyHash: z.string(),
  status: failureStatusSchema,
  at: instantSchema,
})

/** The outcome of a tenant's next n inquiries. */
export const outcomePlanSchema = z.object({
  id: idSchema,
  tenantId: idSchema,
  outcome: z.string().nullable(),
  order: orderSchema.default({}),
  remaining: z.int().nonnegative(),
})
export type OutcomePlan = z.infer<typeof outcomePlanSchema>

export const clockStateSchema = z.object({
  /** The tenant's id. */
  id: idSchema,
  offsetMs: z.number(),
  frozenAtMs: z.number().nullable(),
})
export type ClockState = z.infer<typeof clockStateSchema>

/** Signs artifact URLs and, through a derived key, the portal's cookies. */
export const signingKeySchema = z.object({ id: z.literal('artifacts'), key: z.string() })
