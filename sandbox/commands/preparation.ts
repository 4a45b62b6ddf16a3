// Sets up what an integrator needs before the first inquiry (P1–P3): tenants, templates, keys and endpoints. Seeds a sandbox.
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { ROTATION_OVERLAP_MS } from '../scenario/gaps/delivery.ts'
import { gapValue } from '../scenario/gaps/table.ts'
import {
  DEMO_TENANT,
  newTenantSchema,
  type SeedFile,
  seededTenants,
  type TenantSetup,
} from '../scenario/seed.ts'
import { createPlaintextKey, createWebhookSecret, hashApiKey } from '../service/authentication.ts'
import { checkEndpointUrl } from '../service/endpoint-url.ts'
import type {
  ApiKey,
  Endpoint,
  Revision,
  Template,
  TemplateDefinition,
  Tenant,
} from '../state/entities.ts'
import type { Core } from './core.ts'

export type Registered = { ok: true; endpoint: Endpoint } | { ok: false; reason: string }

export class Preparation {
  /** @param webhookUrl the demo tenant's receiver, if there is one. A changed URL replaces the stored one. */
  constructor(
    private readonly core: Core,
    private readonly webhookUrl: string | undefined,
    private readonly seedFile: SeedFile | undefined,
  ) {}

  /** Adds the missing part of a new sandbox's content, so a restart keeps everything that was set up later. */
  seed(): void {
    const { store } = this.core
    store.transaction(() => {
      for (const setup of seededTenants(this.webhookUrl, this.seedFile)) {
        const verdict = setup.webhookUrl === undefined ? null : checkEndpointUrl(setup.webhookUrl)
        if (verdict?.ok === false) throw new Error(`${setup.webhookUrl}: ${verdict.reason}`)
        if (!store.tenants.get(setup.id)) this.#addTenant(setup)
      }
      if (this.webhookUrl === undefined) return
      const seeded = store.endpoints.get(DEMO_TENANT.endpointId)
      if (seeded) this.#moveEndpoints(seeded, this.webhookUrl)
      // Earlier starts on this folder had no URL.
      else this.#addSeededEndpoint(this.webhookUrl)
    })
  }

  /** Deletes everything and seeds the sandbox again, as on its first start. */
  resetAll(): void {
    const { store, wire, rateLimits } = this.core
    store.transaction(() => {
      // The signing keys stay, so that operators stay signed in.
      store.clear(null, ['signingKeys'])
      this.seed()
    })
    wire.clear()
    rateLimits.reset()
  }

  /** Deletes the tenant's data, but keeps its templates, keys and endpoints. */
  resetTenant(tenant: Tenant): void {
    const { store, rateLimits } = this.core
    store.transaction(() => {
      store.clear(tenant.id, ['apiKeys', 'templates', 'revisions', 'endpoints'])
      store.tenants.put({ ...tenant, settings: {} })
    })
    rateLimits.reset(tenant.id)
  }

<<<<<<< HEAD
  /** Restores the clock and the seed's settings, and removes faults and planned outcomes. Inquiries stay. */
  freshenTenant(tenant: Tenant): void {
    const { store, clock, rateLimits } = this.core
    store.transaction(() => {
      for (const collection of [store.faults, store.outcomePlans])
        for (const { id } of collection.listBy('tenant', tenant.id)) collection.delete(id)
      clock.restore(tenant.id)
      const seeded = seededTenants(this.webhookUrl, this.seedFile).find(
        ({ id }) => id === tenant.id,
      )
      store.tenants.put({ ...tenant, settings: seeded?.settings ?? {} })
    })
    rateLimits.reset(tenant.id)
  }

  /** Deletes the tenant and all its data. */
=======
>>>>>>> words
  deleteTenant(tenant: Tenant): void {
    this.core.store.clear(tenant.id)
    this.core.rateLimits.reset(tenant.id)
  }

  /**
   * Creates a complete tenant in one step: a published template, a key and, if a URL is given, an endpoint. This is the only time
   * that the plaintext key is returned (A3).
   */
  createTenant(given: z.input<typeof newTenantSchema>) {
    const { webhookUrl, ...request } = newTenantSchema.parse(given)
    const verdict = webhookUrl === undefined ? null : checkEndpointUrl(webhookUrl)
    if (verdict?.ok === false) return verdict
    const setup: TenantSetup = {
      ...request,
      webhookUrl: verdict?.url.href,
      id: randomUUID(),
      apiKey: createPlaintextKey(),
      templateId: randomUUID(),
      revisionId: randomUUID(),
      endpointId: randomUUID(),
      webhookSecret: createWebhookSecret(),
    }
    const added = this.core.store.transaction(() => this.#addTenant(setup))
    const { id: tenantId, apiKey, templateId, revisionId } = setup
    const endpoint = added && { id: added.id, url: added.url, secret: added.secret }
    return { ok: true as const, tenant: { tenantId, apiKey, templateId, revisionId, endpoint } }
  }

  /** @returns the new endpoint; null if the setup has none */
  #addTenant(setup: TenantSetup): Endpoint | null {
    const { store, clock } = this.core
    const { id, name, rateLimitPerMinute, settings, brand } = setup
    const createdAt = clock.nowIso(id)
    const tenant = { id, name, createdAt, rateLimitPerMinute, settings, brand }
    store.tenants.put(tenant)
    this.createKey(tenant, { name: 'First key', expiresAt: null }, setup.apiKey)
    const template = this.createTemplate(tenant, 'Account opening', setup.templateId)
    this.publish(this.addRevision(template, setup.definition, setup.revisionId))
    const { webhookUrl, endpointId, webhookSecret: secret } = setup
    if (webhookUrl === undefined) return null
    return this.#addEndpoint(id, { id: endpointId, url: webhookUrl, name: null, secret })
  }

  #addSeededEndpoint(url: string): void {
    const { id, endpointId, webhookSecret: secret } = DEMO_TENANT
    this.#addEndpoint(id, { id: endpointId, url, name: null, secret })
  }

  /** Moves the endpoint, and any that replaced it: a recreated endpoint keeps the URL. */
  #moveEndpoints({ tenantId, url }: Endpoint, to: string): void {
    const { endpoints } = this.core.store
    if (url === to) return
    for (const endpoint of endpoints.listBy('tenant', tenantId)) {
      if (endpoint.url === url) endpoints.put({ ...endpoint, url: to })
    }
  }

  createKey(
    tenant: Tenant,
    request: { name: string; expiresAt: string | null },
    plaintext: string = createPlaintextKey(),
  ): { key: ApiKey; plaintext: string } {
    const key = this.core.store.apiKeys.put({
      ...request,
      id: randomUUID(),
      tenantId: tenant.id,
      hash: hashApiKey(plaintext),
      hint: plaintext.slice(-4),
      createdAt: this.core.clock.nowIso(tenant.id),
      revokedAt: null,
    })
    return { key, plaintext }
  }

  /** From now on, the service refuses the key (A4). */
  endKey(key: ApiKey, how: 'revokedAt' | 'expiresAt'): ApiKey {
    return this.core.store.apiKeys.put({ ...key, [how]: this.core.clock.nowIso(key.tenantId) })
  }

  createTemplate(tenant: Tenant, name: string, id: string = randomUUID()): Template {
    return this.core.store.templates.put({ id, tenantId: tenant.id, name })
  }

  /** Adds a draft revision. Inquiries can be opened from it once it is published (O3). */
  addRevision(
    template: Template,
    definition: TemplateDefinition,
    id: string = randomUUID(),
  ): Revision {
    const earlier = this.core.store.revisions.listBy('template', template.id)
    return this.core.store.revisions.put({
      id,
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

  /** Accepts public HTTPS addresses (W2) and this machine, and nothing else. */
  registerEndpoint(tenant: Tenant, url: string, name: string | null = null): Registered {
    const verdict = checkEndpointUrl(url)
    if (!verdict.ok) return verdict
    const { href } = verdict.url
    const added = { id: randomUUID(), url: href, name, secret: createWebhookSecret() }
    return { ok: true, endpoint: this.#addEndpoint(tenant.id, added) }
  }

  #addEndpoint(
    tenantId: string,
    added: Pick<Endpoint, 'id' | 'url' | 'name' | 'secret'>,
  ): Endpoint {
    return this.core.store.endpoints.put({
      ...added,
      tenantId,
      previousSecret: null,
      previousSecretUntil: null,
      createdAt: this.core.clock.nowIso(tenantId),
      removedAt: null,
    })
  }

  /** Gives the endpoint a new secret (W1). N16 decides whether the old secret keeps signing for a while. */
  rotateEndpoint(endpoint: Endpoint): Endpoint {
    const tenant = this.core.store.tenants.require(endpoint.tenantId)
    const overlaps = gapValue(tenant, 'N16') === 'both-sign'
    const untilMs = this.core.clock.nowMs(tenant.id) + ROTATION_OVERLAP_MS
    return this.core.store.endpoints.put({
      ...endpoint,
      secret: createWebhookSecret(),
      previousSecret: overlaps ? endpoint.secret : null,
      previousSecretUntil: overlaps ? new Date(untilMs).toISOString() : null,
    })
  }

  /**
   * Replaces the endpoint with a new one at the same URL. Its deliveries move to the new endpoint, so attempts that are due and
   * later resends are signed with the new secret (R2).
   */
  recreateEndpoint(endpoint: Endpoint): Endpoint {
    const { tenantId, url, name } = endpoint
    return this.core.store.transaction(() => {
      const added = { id: randomUUID(), url, name, secret: createWebhookSecret() }
      const next = this.#addEndpoint(tenantId, added)
      for (const delivery of this.core.store.deliveries.listBy('tenant', tenantId)) {
        if (delivery.endpointId !== endpoint.id) continue
        this.core.store.deliveries.put({ ...delivery, endpointId: next.id })
      }
      this.removeEndpoint(endpoint)
      return next
    })
  }

  /** Stops all deliveries to the endpoint, including those that are due. */
  removeEndpoint(endpoint: Endpoint): void {
    this.core.store.transaction(() => {
      for (const delivery of this.core.store.deliveries.listBy('state', 'DUE')) {
        if (delivery.endpointId !== endpoint.id) continue
        this.core.store.deliveries.put({ ...delivery, state: 'DROPPED' })
      }
      const removedAt = this.core.clock.nowIso(endpoint.tenantId)
      this.core.store.endpoints.put({ ...endpoint, removedAt })
    })
  }
}
