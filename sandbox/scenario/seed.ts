// What a new sandbox contains: the demo's tenant with the credentials from .env.example, a second tenant (A5), and the
// tenants from a seed file.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { uuidSchema } from '../service/schemas.ts'
import {
  type Brand,
  brandSchema,
  EVENT_KINDS,
  type TemplateDefinition,
  templateDefinitionSchema,
} from '../state/entities.ts'
import { settingsSchema } from './gaps/table.ts'

/** Requests per minute and key, unless the tenant has another limit (N17). */
const DEFAULT_RATE_LIMIT_PER_MINUTE = 60

const DEFAULT_DEFINITION: TemplateDefinition = {
  steps: ['PERSONAL_INFO', 'PASSPORT_SCAN', 'FACE_MATCH'],
  webhooks: { subscribe: [...EVENT_KINDS] },
}

/** Public on purpose: these credentials work only in a sandbox. A test compares them with .env.example. */
export const DEMO_TENANT = {
  id: '6a1de4bc-4a06-4f0e-9ba4-1f6ce2c9a0d1',
  name: 'Northwind',
  apiKey: 'svc_live_WvE5u5GvvVwzIRUMty_WtPFFalmukeq9',
  templateId: 'c55875ad-1a82-4775-a188-3ca3658744d3',
  revisionId: '5d3b9a2e-3c0e-4c39-8a38-6a3a5f2f5b11',
  endpointId: '0b8a3f0c-9f6b-4a83-9d5e-3c2d6f6f2a77',
  webhookSecret: 'whsec_LvPN3rRCboUMSFeVb-rCMaWruN01ubR12wBsyWrkMQU',
  brand: {
    color: '#0b5c4d',
    logo: svgLogo(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><style>rect{fill:#0b5c4d}path{stroke:#fff}@media (prefers-color-scheme:dark){rect{fill:#66d3b3}path{stroke:#04211a}}</style><rect width="28" height="28" rx="7"/><g fill="none" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"><path d="M8 20.5v-13l12 13v-13"/><path d="M16.9 10.2 20 7l3.1 3.2"/></g></svg>',
    ),
  },
} as const

/** A second bank, whose inquiries must look missing to the demo's tenant (A5). */
export const OTHER_TENANT = {
  id: 'e0f6f3d5-7a38-4c8e-8d28-0c8e2a1b9c42',
  name: 'Contoso Savings',
  apiKey: 'svc_live_2mQ8yJc0VbT5nLr7KdXpWz1HsGf4AuEo',
  templateId: '2f0c7f5b-6a55-4f0f-8a4e-2f1d8f0b6c93',
  revisionId: '9b7f6f63-0d0e-4b5f-b6a7-4d9d7c8e5f10',
} as const

/** Lower-cased like the ids in a request, because they compare case-insensitively. */
const seedIdSchema = uuidSchema.toLowerCase()

const seedTenantSchema = z
  .object({
    name: z.string().min(1).max(100),
    /** Omitted ids and credentials are derived from the name, so they're the same on every start. */
    id: seedIdSchema.optional(),
    apiKey: z
      .string()
      .regex(/^svc_live_[A-Za-z0-9_-]{32}$/, 'must be svc_live_ and 32 Base64URL characters')
      .optional(),
    templateId: seedIdSchema.optional(),
    revisionId: seedIdSchema.optional(),
    webhookUrl: z.url().optional(),
    webhookSecret: z.string().startsWith('whsec_').optional(),
    rateLimitPerMinute: z.int().positive().nullable().default(DEFAULT_RATE_LIMIT_PER_MINUTE),
    definition: templateDefinitionSchema.optional(),
    settings: settingsSchema.default({}),
    brand: brandSchema.nullable().default(null),
  })
  .strict()
/** A tenant of a seed file. */
export type GivenTenant = z.input<typeof seedTenantSchema> & { endpointId?: string }

/** A seed file: gap settings for the demo's tenant, and additional tenants. */
export const seedFileSchema = z
  .object({
    settings: settingsSchema.default({}),
    tenants: z.array(seedTenantSchema).default([]),
  })
  .strict()
export type SeedFile = z.infer<typeof seedFileSchema>

/** Everything that a new tenant gets: a template, a key and, given a URL, an endpoint. */
export interface TenantSetup {
  id: string
  name: string
  apiKey: string
  templateId: string
  revisionId: string
  endpoint: { id: string; url: string; secret: string } | null
  rateLimitPerMinute: number | null
  definition: TemplateDefinition
  settings: Record<string, string>
  brand: Brand | null
}

/** @param webhookUrl where the demo tenant's events go. */
export function seededTenants(webhookUrl: string, file?: SeedFile): TenantSetup[] {
  const demo = { ...DEMO_TENANT, webhookUrl, settings: file?.settings ?? {} }
  return [demo, OTHER_TENANT, ...(file?.tenants ?? [])].map(completeTenant)
}

/** Adds the defaults, and ids and credentials that follow from the name. */
export function completeTenant(given: GivenTenant): TenantSetup {
  const { name, webhookUrl } = given
  const secret = given.webhookSecret ?? `whsec_${secretFrom(`${name} secret`)}`
  const endpointId = given.endpointId ?? uuidFrom(`${name} endpoint`)
  return {
    name,
    id: given.id ?? uuidFrom(`${name} tenant`),
    apiKey: given.apiKey ?? `svc_live_${secretFrom(`${name} key`).slice(0, 32)}`,
    templateId: given.templateId ?? uuidFrom(`${name} template`),
    revisionId: given.revisionId ?? uuidFrom(`${name} revision`),
    endpoint: webhookUrl === undefined ? null : { id: endpointId, url: webhookUrl, secret },
    rateLimitPerMinute:
      given.rateLimitPerMinute === undefined
        ? DEFAULT_RATE_LIMIT_PER_MINUTE
        : given.rateLimitPerMinute,
    definition: given.definition ?? DEFAULT_DEFINITION,
    settings: given.settings ?? {},
    brand: given.brand ? brandSchema.parse(given.brand) : null,
  }
}

function svgLogo(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

function secretFrom(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** The text's hash as a UUID v8, the version for custom contents. */
function uuidFrom(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
