// The content of a new sandbox: the demo's tenant with the credentials of .env.example, a second tenant (A5), and the tenants of a
// seed file.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { uuidSchema } from '../service/schemas.ts'
import {
  brandSchema,
  EVENT_KINDS,
  type TemplateDefinition,
  templateDefinitionSchema,
} from '../state/entities.ts'
import { settingsSchema } from './gaps/table.ts'

/** Requests per minute and key, unless the tenant sets another limit (N17). */
const DEFAULT_RATE_LIMIT_PER_MINUTE = 60

export const DEFAULT_DEFINITION: TemplateDefinition = {
  steps: ['PERSONAL_INFO', 'PASSPORT_SCAN', 'FACE_MATCH'],
  webhooks: { subscribe: [...EVENT_KINDS] },
}

/** Published on purpose: these credentials work only in a sandbox. A test compares them with .env.example. */
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

/** The name of a tenant, a template or a key. */
export const nameSchema = z
  .string()
  .trim()
  .min(1, 'Give it a name, so you can tell it from the others.')
  .max(100, 'The name can have up to 100 characters.')

/** A tenant without its ids and credentials. */
export const newTenantSchema = z
  .object({
    name: nameSchema.default('Test tenant'),
    webhookUrl: z.url().optional(),
    rateLimitPerMinute: z
      .int()
      .positive()
      .max(1_000_000)
      .nullable()
      .default(DEFAULT_RATE_LIMIT_PER_MINUTE),
    definition: templateDefinitionSchema.default(DEFAULT_DEFINITION),
    settings: settingsSchema.default({}),
    brand: brandSchema.nullable().default(null),
  })
  .strict()

/** In lower case, like the ids of requests, because UUIDs ignore case. */
const seedIdSchema = uuidSchema.toLowerCase()

const seedTenantSchema = newTenantSchema
  .extend({
    name: nameSchema,
    id: seedIdSchema.optional(),
    apiKey: z
      .string()
      .regex(/^svc_live_[A-Za-z0-9_-]{32}$/, 'must be svc_live_ and 32 Base64URL characters')
      .optional(),
    templateId: seedIdSchema.optional(),
    revisionId: seedIdSchema.optional(),
    webhookSecret: z.string().startsWith('whsec_').optional(),
  })
  // Missing ids and credentials are derived from the name, so they are the same at every start.
  .transform(({ name, ...given }) => ({
    ...given,
    name,
    id: given.id ?? uuidFrom(`${name} tenant`),
    apiKey: given.apiKey ?? `svc_live_${secretFrom(`${name} key`).slice(0, 32)}`,
    templateId: given.templateId ?? uuidFrom(`${name} template`),
    revisionId: given.revisionId ?? uuidFrom(`${name} revision`),
    endpointId: uuidFrom(`${name} endpoint`),
    webhookSecret: given.webhookSecret ?? `whsec_${secretFrom(`${name} secret`)}`,
  }))
/** Everything that a new tenant gets: a template, a key and, if a URL is given, an endpoint. */
export type TenantSetup = z.infer<typeof seedTenantSchema>

/** A second bank, whose inquiries must look missing to the demo's tenant (A5). */
export const OTHER_TENANT = seedTenantSchema.parse({ name: 'Contoso Savings' })

/** A seed file: gap settings for the demo's tenant, and additional tenants. */
export const seedFileSchema = z
  .object({
    settings: settingsSchema.default({}),
    tenants: z
      .array(seedTenantSchema)
      .superRefine((tenants, context) => {
        for (const field of ['name', 'apiKey', 'id', 'templateId', 'revisionId'] as const) {
          const values = [DEMO_TENANT, OTHER_TENANT, ...tenants].map((tenant) => tenant[field])
          const twice = values.find((value, index) => values.indexOf(value) < index)
          if (twice)
            context.addIssue(`Two tenants, of which one may be seeded, have the ${field} ${twice}.`)
        }
      })
      .default([]),
  })
  .strict()
export type SeedFile = z.infer<typeof seedFileSchema>

/** @param webhookUrl the receiver of the demo tenant's events */
export function seededTenants(webhookUrl: string | undefined, file?: SeedFile): TenantSetup[] {
  const { endpointId, ...demo } = DEMO_TENANT
  const settings = file?.settings ?? {}
  return [
    { ...seedTenantSchema.parse({ ...demo, webhookUrl, settings }), endpointId },
    OTHER_TENANT,
    ...(file?.tenants ?? []),
  ]
}

function svgLogo(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

function secretFrom(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** A hash of the text as a UUID v8, the version for custom content. */
function uuidFrom(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
