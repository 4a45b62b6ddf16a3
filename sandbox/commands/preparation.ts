// What an integrator sets up before the first inquiry (P1–P3): tenants, templates, keys and endpoints.
import { randomUUID } from 'node:crypto'
import { createPlaintextKey, createWebhookSecret, hashApiKey } from '../service/authentication.ts'
import { checkEndpointUrl } from '../service/endpoint-url.ts'
import {
  type ApiKey,
  type Brand,
  type Endpoint,
  EVENT_KINDS,
  type Revision,
  type Template,
  type TemplateDefinition,
  type Tenant,
} from '../state/entities.ts'
import type { Core } from './core.ts'

/** Requests per minute and key, unless the tenant has another limit (N17). */
export const DEFAULT_RATE_LIMIT_PER_MINUTE = 60

export const DEFAULT_DEFINITION: TemplateDefinition = {
  steps: ['PERSONAL_INFO', 'PASSPORT_SCAN', 'FACE_MATCH'],
  webhooks: { subscribe: [...EVENT_KINDS] },
}

export type Registered = { ok: true; endpoint: Endpoint } | { ok: false; reason: string }

export interface TenantRequest {
  name: string
  /** Where its events go; without it, the tenant has no endpoint. */
  webhookUrl?: string | undefined
  rateLimitPerMinute?: number | null | undefined
  definition?: TemplateDefinition | undefined
  settings?: Record<string, string> | undefined
  brand?: Brand | null | undefined
}

/** Everything a merchant needs to integrate. The plaintext key is shown here and never again (A3). */
export interface NewTenant {
  tenantId: string
  apiKey: string
  templateId: string
  revisionId: string
  endpoint: { id: string; url: string; secret: string } | null
}

export class Preparation {
  constructor(private readonly core: Core) {}

  /** Creates a complete tenant in one step, with a published template, a key and, given a URL, an endpoint. */
  createTenant(
    request: TenantRequest,
  ): { ok: true; tenant: NewTenant } | { ok: false; reason: string } {
    if (request.webhookUrl !== undefined) {
      const verdict = checkEndpointUrl(request.webhookUrl, this.core.site.allowLoopbackHttp)
      if (!verdict.ok) return verdict
    }
    return this.core.store.transaction(() => {
      const tenant = this.core.store.tenants.put({
        id: randomUUID(),
        name: request.name,
        createdAt: this.core.clock.nowIso(),
        rateLimitPerMinute:
          request.rateLimitPerMinute === undefined
            ? DEFAULT_RATE_LIMIT_PER_MINUTE
            : request.rateLimitPerMinute,
        settings: request.settings ?? {},
        brand: request.brand ?? null,
      })
      const { plaintext } = this.createKey(tenant, { name: 'First key', expiresAt: null })
      const template = this.createTemplate(tenant, 'Account opening')
      const draft = this.addRevision(template, request.definition ?? DEFAULT_DEFINITION)
      const revision = this.publish(draft)
      const registered =
        request.webhookUrl === undefined ? null : this.registerEndpoint(tenant, request.webhookUrl)
      const endpoint = registered?.ok ? registered.endpoint : null
      return {
        ok: true,
        tenant: {
          tenantId: tenant.id,
          apiKey: plaintext,
          templateId: template.id,
          revisionId: revision.id,
          endpoint: endpoint && { id: endpoint.id, url: endpoint.url, secret: endpoint.secret },
        },
      }
    })
  }

  /** A null rate limit removes the limit; a null brand restores the service's own look. */
  changeTenant(
    tenant: Tenant,
    {
      name,
      rateLimitPerMinute,
      brand,
    }: { name?: string; rateLimitPerMinute?: number | null; brand?: Brand | null },
  ): Tenant {
    return this.core.store.tenants.put({
      ...tenant,
      ...(name === undefined ? {} : { name }),
      ...(rateLimitPerMinute === undefined ? {} : { rateLimitPerMinute }),
      ...(brand === undefined ? {} : { brand }),
    })
  }

  createKey(
    tenant: Tenant,
    request: { name: string; expiresAt: string | null },
  ): { key: ApiKey; plaintext: string } {
    const plaintext = createPlaintextKey()
    const key = this.core.store.apiKeys.put({
      id: randomUUID(),
      tenantId: tenant.id,
      name: request.name,
      hash: hashApiKey(plaintext),
      hint: plaintext.slice(-4),
      createdAt: this.core.clock.nowIso(tenant.id),
      expiresAt: request.expiresAt,
      revokedAt: null,
    })
    return { key, plaintext }
  }

  revokeKey(key: ApiKey): ApiKey {
    return this.core.store.apiKeys.put({ ...key, revokedAt: this.core.clock.nowIso(key.tenantId) })
  }

  expireKey(key: ApiKey): ApiKey {
    return this.core.store.apiKeys.put({ ...key, expiresAt: this.core.clock.nowIso(key.tenantId) })
  }

  createTemplate(tenant: Tenant, name: string): Template {
    const createdAt = this.core.clock.nowIso(tenant.id)
    return this.core.store.templates.put({ id: randomUUID(), tenantId: tenant.id, name, createdAt })
  }

  /** Adds a draft, which can't be opened from until it is published (O3). */
  addRevision(template: Template, definition: TemplateDefinition): Revision {
    const earlier = this.core.store.revisions.listBy('template', template.id)
    return this.core.store.revisions.put({
      id: randomUUID(),
      tenantId: template.tenantId,
      templateId: template.id,
      number: Math.max(0, ...earlier.map((revision) => revision.number)) + 1,
      publishedAt: null,
      enabled: true,
      definition,
      createdAt: this.core.clock.nowIso(template.tenantId),
    })
  }

  publish(revision: Revision): Revision {
    const publishedAt = revision.publishedAt ?? this.core.clock.nowIso(revision.tenantId)
    return this.core.store.revisions.put({ ...revision, publishedAt })
  }

  setEnabled(revision: Revision, enabled: boolean): Revision {
    return this.core.store.revisions.put({ ...revision, enabled })
  }

  /** Accepts only public HTTPS addresses (W2), and this machine too if the sandbox allows it. */
  registerEndpoint(tenant: Tenant, url: string): Registered {
    const verdict = checkEndpointUrl(url, this.core.site.allowLoopbackHttp)
    if (!verdict.ok) return verdict
    const endpoint = this.core.store.endpoints.put({
      id: randomUUID(),
      tenantId: tenant.id,
      url: verdict.url.href,
      secret: createWebhookSecret(),
      previousSecret: null,
      previousSecretUntil: null,
      createdAt: this.core.clock.nowIso(tenant.id),
      removedAt: null,
    })
    return { ok: true, endpoint }
  }

  /** Gives the endpoint a new secret (W1). N16 decides whether the old one still signs for a while. */
  rotateEndpoint(endpoint: Endpoint): Endpoint {
    const tenant = this.core.store.tenants.require(endpoint.tenantId)
    const overlapMs = this.core.scenario.secretOverlapMs(tenant)
    const overlaps = overlapMs > 0
    const untilMs = this.core.clock.nowMs(tenant.id) + overlapMs
    return this.core.store.endpoints.put({
      ...endpoint,
      secret: createWebhookSecret(),
      previousSecret: overlaps ? endpoint.secret : null,
      previousSecretUntil: overlaps ? new Date(untilMs).toISOString() : null,
    })
  }

  /**
   * Replaces the endpoint with a new one at the same URL. Its deliveries move to the new one, so those still due and later
   * resends are signed with the new secret (W1).
   */
  recreateEndpoint(endpoint: Endpoint): Endpoint {
    return this.core.store.transaction(() => {
      const next = this.core.store.endpoints.put({
        ...endpoint,
        id: randomUUID(),
        secret: createWebhookSecret(),
        previousSecret: null,
        previousSecretUntil: null,
        createdAt: this.core.clock.nowIso(endpoint.tenantId),
      })
      for (const delivery of this.core.store.deliveries.listBy('tenant', endpoint.tenantId)) {
        if (delivery.endpointId !== endpoint.id) continue
        this.core.store.deliveries.put({ ...delivery, endpointId: next.id })
      }
      this.removeEndpoint(endpoint)
      return next
    })
  }

  /** Nothing more is sent there, not even the due deliveries. */
  removeEndpoint(endpoint: Endpoint): void {
    this.core.store.transaction(() => {
      for (const delivery of this.#dueAt(endpoint)) {
        this.core.store.deliveries.put({
          ...delivery,
          state: 'DROPPED',
          lastAnswer: 'endpoint removed',
        })
      }
      const removedAt = this.core.clock.nowIso(endpoint.tenantId)
      this.core.store.endpoints.put({ ...endpoint, removedAt })
    })
  }

  #dueAt(endpoint: Endpoint) {
    return this.core.store.deliveries
      .listBy('state', 'DUE')
      .filter((delivery) => delivery.endpointId === endpoint.id)
  }
}
