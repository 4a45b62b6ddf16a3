// What a new sandbox holds: the demo's tenant, with the credentials of .env.example, and a second tenant (A5).
import { createHash } from 'node:crypto'
import { EVENT_KINDS, type TemplateDefinition } from '../state/entities.ts'
import type { Store } from '../state/store.ts'
import type { Clock } from './clock.ts'

/** Requests a minute for each key, unless the tenant has another limit (N17). */
export const DEFAULT_RATE_LIMIT_PER_MINUTE = 60

/** Public on purpose: they open nothing but a sandbox, and a test compares them with .env.example. */
export const DEMO_TENANT = {
  id: '6a1de4bc-4a06-4f0e-9ba4-1f6ce2c9a0d1',
  name: 'Northwind Bank',
  apiKey: 'svc_live_WvE5u5GvvVwzIRUMty_WtPFFalmukeq9',
  templateId: 'c55875ad-1a82-4775-a188-3ca3658744d3',
  revisionId: '5d3b9a2e-3c0e-4c39-8a38-6a3a5f2f5b11',
  endpointId: '0b8a3f0c-9f6b-4a83-9d5e-3c2d6f6f2a77',
  webhookSecret: 'whsec_LvPN3rRCboUMSFeVb-rCMaWruN01ubR12wBsyWrkMQU',
} as const

/** Nobody's bank: its inquiries must look missing to the demo's tenant (A5). */
export const OTHER_TENANT = {
  id: 'e0f6f3d5-7a38-4c8e-8d28-0c8e2a1b9c42',
  name: 'Contoso Savings',
  apiKey: 'svc_live_2mQ8yJc0VbT5nLr7KdXpWz1HsGf4AuEo',
  templateId: '2f0c7f5b-6a55-4f0f-8a4e-2f1d8f0b6c93',
  revisionId: '9b7f6f63-0d0e-4b5f-b6a7-4d9d7c8e5f10',
} as const

export const DEFAULT_DEFINITION: TemplateDefinition = {
  steps: ['PERSONAL_INFO', 'PASSPORT_SCAN', 'FACE_MATCH'],
  webhooks: { subscribe: [...EVENT_KINDS] },
}

export function hashApiKey(plaintext: string): string {
  return createHash('sha256').update(plaintext).digest('hex')
}

/**
 * Adds what is missing of the seed, so that a restart changes nothing that was set up since.
 * @param webhookUrl where the demo's events go; a changed URL replaces the old one.
 * @param settings values for gaps that every tenant gets, those of an earlier start included.
 */
export function seed(
  store: Store,
  clock: Clock,
  { webhookUrl, settings }: { webhookUrl: string; settings: Record<string, string> },
): void {
  store.transaction(() => {
    store.artifactSigningKey()
    for (const tenant of [DEMO_TENANT, OTHER_TENANT]) {
      if (!store.tenants.get(tenant.id)) seedTenant(store, clock, tenant)
    }
    seedDemoEndpoint(store, clock, webhookUrl)
    if (Object.keys(settings).length === 0) return
    for (const tenant of store.tenants.values()) {
      store.tenants.put({ ...tenant, settings: { ...tenant.settings, ...settings } })
    }
  })
}

function seedTenant(
  store: Store,
  clock: Clock,
  tenant: typeof DEMO_TENANT | typeof OTHER_TENANT,
): void {
  const createdAt = clock.nowIso()
  const { id: tenantId, name, apiKey, templateId, revisionId } = tenant
  store.tenants.put({
    id: tenantId,
    name,
    createdAt,
    rateLimitPerMinute: DEFAULT_RATE_LIMIT_PER_MINUTE,
    settings: {},
  })
  store.apiKeys.put({
    id: hashApiKey(apiKey).slice(0, 16),
    tenantId,
    name: 'Seeded key',
    hash: hashApiKey(apiKey),
    hint: apiKey.slice(-4),
    createdAt,
    expiresAt: null,
    revokedAt: null,
  })
  store.templates.put({ id: templateId, tenantId, name: 'Account opening', createdAt })
  store.revisions.put({
    id: revisionId,
    tenantId,
    templateId,
    number: 1,
    publishedAt: createdAt,
    enabled: true,
    definition: DEFAULT_DEFINITION,
    createdAt,
  })
}

function seedDemoEndpoint(store: Store, clock: Clock, url: string): void {
  const endpoint = store.endpoints.get(DEMO_TENANT.endpointId)
  if (endpoint?.url === url) return
  store.endpoints.put(
    endpoint
      ? { ...endpoint, url }
      : {
          id: DEMO_TENANT.endpointId,
          tenantId: DEMO_TENANT.id,
          url,
          secret: DEMO_TENANT.webhookSecret,
          previousSecret: null,
          previousSecretUntil: null,
          createdAt: clock.nowIso(),
          removedAt: null,
        },
  )
}
