// The stored entities, one schema each. Journal lines are parsed with these at start. What goes over the wire has its own
// schemas, in service/schemas.ts.
import { z } from 'zod'

const idSchema = z.string().min(1)
const instantSchema = z.iso.datetime()

/** The checks of the hosted flow (W9). A SIGNATURE step exists only so that all five document types can be seen (D8). */
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

/** The papers of which a PASSPORT_SCAN can be made. */
export const documentTypeSchema = z.enum(['passport', 'national_id', 'driving_license'])
export type DocumentType = z.infer<typeof documentTypeSchema>

export const artifactPageSchema = z.enum(['frontPage', 'backPage'])
export type ArtifactPage = z.infer<typeof artifactPageSchema>

/** How the hosted flow looks for one merchant. */
export const brandSchema = z
  .object({
    color: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, 'must be a colour like #0b5c4d')
      .meta({
        format: 'color',
        description: 'Buttons and links. Where it can’t be read, a darker or lighter one is used.',
      }),
    /** A picture inside an img element: a script in an SVG doesn't run there. */
    logo: z
      .string()
      .max(90_000, 'The picture is too large.')
      .regex(
        /^data:image\/(svg\+xml|png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/,
        'must be an SVG, PNG, JPEG or WebP picture, as a data URL in base64',
      )
      .meta({
        format: 'data-url',
        description: 'A square SVG, PNG, JPEG or WebP picture of at most 65 kB.',
      })
      .nullable()
      .default(null),
  })
  .strict()
export type Brand = z.infer<typeof brandSchema>

export const tenantSchema = z.object({
  id: idSchema,
  name: z.string(),
  createdAt: instantSchema,
  /** Requests a minute for each key (N17); null lifts the limit, which load tests want. */
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
  /** SHA-256 of the plaintext, hex: the plaintext itself is shown once and kept nowhere (A3). */
  hash: z.string(),
  /** The last four characters, so that a person can tell two keys apart. */
  hint: z.string(),
  createdAt: instantSchema,
  expiresAt: instantSchema.nullable(),
  revokedAt: instantSchema.nullable(),
})
export type ApiKey = z.infer<typeof apiKeySchema>

export const templateSchema = z.object({
  id: idSchema,
  tenantId: idSchema,
  name: z.string(),
  createdAt: instantSchema,
})
export type Template = z.infer<typeof templateSchema>

export const templateDefinitionSchema = z.object({
  steps: z.array(capabilitySchema).min(1),
  /** Absent: no event is delivered (W8). */
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
  /** Kept readable: a signature cannot be made from a hash (W3). */
  secret: z.string(),
  /** The secret before the last rotation, and until when it may still sign (N16). */
  previousSecret: z.string().nullable(),
  previousSecretUntil: instantSchema.nullable(),
  createdAt: instantSchema,
  removedAt: instantSchema.nullable(),
})
export type Endpoint = z.infer<typeof endpointSchema>

export const personalInfoSchema = z.object({
  fullName: z.string(),
  country: z.string(),
  email: z.string(),
  phone: z.string(),
})
export type PersonalInfo = z.infer<typeof personalInfoSchema>

export const documentDataSchema = z.object({
  documentType: z.string(),
  fullName: z.string(),
  dateOfIssue: z.string(),
  dateOfBirth: z.string(),
  dateOfExpiry: z.string(),
  documentNumber: z.string(),
  sex: z.string(),
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

/** What an inquiry's customer, papers and checks are like, in place of what the specimens would give. */
export const orderSchema = z.object({
  fullName: z.string().min(1).max(120).optional(),
  /** The name on the papers, when it isn't the customer's. */
  documentFullName: z.string().min(1).max(120).optional(),
  /** yyyy-mm-dd. */
  dateOfBirth: dateSchema.optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be two capital letters')
    .optional(),
  documentType: documentTypeSchema.optional(),
  documentNumber: z.string().min(1).max(20).optional(),
  dateOfIssue: dateSchema.optional(),
  dateOfExpiry: dateSchema.optional(),
  /** Of NEEDS_REVIEW; an empty list gives none (N26). */
  reviewReasons: z.array(z.string().min(1).max(500)).max(50).optional(),
  /** Their checks fail, in the hosted flow too (D11). */
  failedCapabilities: z.array(capabilitySchema).optional(),
  /** No picture at all: the list of documents is empty (D12). */
  withoutPictures: z.boolean().optional(),
  /** The back is unavailable (D10). */
  withoutBackPage: z.boolean().optional(),
})
export type Order = z.infer<typeof orderSchema>

export const inquirySchema = z.object({
  id: idSchema,
  tenantId: idSchema,
  templateId: idSchema,
  revisionId: idSchema,
  /** Null when the merchant gave none (N21). */
  referenceId: z.string().nullable(),
  note: z.string().nullable(),
  openedAt: instantSchema,
  expiresAt: instantSchema,
  /** An open set: the scenario panel may give a status that nobody has seen before. */
  status: z.string(),
  /** Every status it had, oldest first. Until `visibleAt` the status endpoint shows the one before (N6). */
  history: z.array(
    z.object({ status: z.string(), at: instantSchema, visibleAt: instantSchema.optional() }),
  ),
  reviewReasons: z.array(z.string()),
  portalDecisionNote: z.string().nullable(),
  portalDecidedAt: instantSchema.nullable(),
  /** A UUID of any version: `z.uuid()` knows only some. */
  correlationId: z.guid(),
  steps: z.array(capabilitySchema),
  results: z.array(capabilityResultSchema),
  personalInfo: personalInfoSchema.nullable(),
  document: documentDataSchema.nullable(),
  /** The outcome that the scenario panel or a magic referenceId planned; null lets it run. */
  plannedOutcome: z.string().nullable(),
  order: orderSchema.default({}),
  /** When the customer last left the flow on purpose; the inquiry stays open until it expires. */
  cancelledAt: instantSchema.nullable(),
  /** When the customer handed in; the flow is closed from then on. */
  finishedAt: instantSchema.nullable(),
  /** createdAt of the newest event: events of one inquiry never share a createdAt. */
  lastEventAt: instantSchema.nullable(),
})
export type Inquiry = z.infer<typeof inquirySchema>

export const artifactSchema = z.object({
  id: idSchema,
  tenantId: idSchema,
  inquiryId: idSchema,
  capability: capabilitySchema,
  type: artifactTypeSchema,
  page: artifactPageSchema,
  contentType: z.string(),
  /** Pages of one scan share it, so that a front is never shown with another scan's back. */
  scanId: idSchema,
  succeeded: z.boolean(),
  createdAt: instantSchema,
})
export type Artifact = z.infer<typeof artifactSchema>

export const idempotencySchema = z.object({
  /** `<tenantId> <Idempotency-Key>` */
  id: idSchema,
  tenantId: idSchema,
  bodyHash: z.string(),
  inquiryId: idSchema,
  createdAt: instantSchema,
})

/** One POST of a delivery, and what came back. */
export const attemptSchema = z.object({
  at: instantSchema,
  /** X-Service-Delivery-Id. */
  deliveryId: z.string(),
  /** Null when no answer came; `failure` says why. */
  status: z.int().nullable(),
  failure: z.string().nullable(),
  /** The beginning of the answer. */
  body: z.string(),
  durationMs: z.number().nonnegative(),
  fault: z.string().nullable(),
  /** Sent again by a person, outside the schedule. */
  isResend: z.boolean(),
})
export type DeliveryAttempt = z.infer<typeof attemptSchema>

/** One event for one endpoint, until it is delivered or given up: the durable outbox. */
export const deliverySchema = z.object({
  id: idSchema,
  tenantId: idSchema,
  endpointId: idSchema,
  inquiryId: idSchema,
  correlationId: z.string(),
  eventId: z.guid(),
  kind: z.string(),
  /** Exactly what is posted and signed (W3). */
  body: z.string(),
  state: z.enum(['DUE', 'DELIVERED', 'FAILED', 'DROPPED']),
  createdAt: instantSchema,
  /** When the next attempt is made, while DUE. */
  dueAt: instantSchema,
  attempts: z.int().nonnegative(),
  /** How the last attempt ended: "200", "timeout", "ECONNREFUSED" … */
  lastAnswer: z.string().nullable(),
  /** Each attempt, oldest first. */
  attemptLog: z.array(attemptSchema).default([]),
})
export type Delivery = z.infer<typeof deliverySchema>

/** A change of status that is due later: "let it run", N5's reversal. */
export const scheduledDecisionSchema = z.object({
  id: idSchema,
  tenantId: idSchema,
  inquiryId: idSchema,
  status: z.string(),
  note: z.string().nullable(),
  /** N29: it sends no event. */
  silent: z.boolean().default(false),
  dueAt: instantSchema,
})

const faultStepSchema = z.object({
  kind: z.string(),
  remaining: z.int().positive(),
  /** For `slow` and `delay`. */
  delayMs: z.int().nonnegative().nullable(),
  /** For `server-error`. */
  status: z.int().nullable(),
  /** For `rate-limited`: which form of Retry-After. */
  retryAfter: z.string().nullable(),
})
export type FaultStep = z.infer<typeof faultStepSchema>

export const OPERATIONS = ['open', 'status', 'documents'] as const

/** What a fault waits for. Empty, it takes whatever comes next. */
export const faultMatchSchema = z
  .object({
    inquiryId: z.string().optional(),
    referenceId: z.string().optional(),
    /** Of a delivery. */
    eventType: z.string().optional(),
    /** Of the merchant API. */
    operation: z.enum(OPERATIONS).optional(),
    /** Of a delivery, counted from 1; the first unless it says otherwise. */
    attempt: z.union([z.int().positive(), z.literal('any')]).optional(),
  })
  .strict()

/** A fault for requests or deliveries of one tenant, until its steps are used up. */
export const faultSchema = z.object({
  id: idSchema,
  tenantId: idSchema,
  target: z.enum(['webhook', 'api']),
  match: faultMatchSchema,
  steps: z.array(faultStepSchema),
})
export type Fault = z.infer<typeof faultSchema>

/** The outcome of the next n inquiries of one tenant. */
export const outcomePlanSchema = z.object({
  id: idSchema,
  tenantId: idSchema,
  outcome: z.string().nullable(),
  order: orderSchema.default({}),
  remaining: z.int().nonnegative(),
})
export type OutcomePlan = z.infer<typeof outcomePlanSchema>

export const clockStateSchema = z.object({
  /** `sandbox`, or the tenant whose clock it is. */
  id: idSchema,
  offsetMs: z.number(),
  frozenAtMs: z.number().nullable(),
})
export type ClockState = z.infer<typeof clockStateSchema>

/** The one key with which artifact URLs are signed. */
export const signingKeySchema = z.object({ id: z.literal('artifacts'), key: z.string() })
