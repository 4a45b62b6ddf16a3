// Tenants, templates, keys and endpoints over HTTP: what an integrator otherwise sets up in the portal (P1–P3). And reset.
import { Hono } from 'hono'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { settingsSchema } from '../scenario/gaps/table.ts'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { hashApiKey } from '../service/authentication.ts'
import { chooseRevision } from '../service/opening.ts'
import {
  type ApiKey,
  brandSchema,
  type Endpoint,
  templateDefinitionSchema,
} from '../state/entities.ts'
import {
  noSuchTenant,
  nothingSchema,
  readControl,
  refuseControl,
  scopeSchema,
} from './control-request.ts'
import { tenantChangeSchema, tenantNameSchema } from './requests.ts'

const tenantRequestSchema = z
  .object({
    name: tenantNameSchema.default('Test tenant'),
    webhookUrl: z.string().optional(),
    rateLimitPerMinute: z.int().positive().nullable().optional(),
    definition: templateDefinitionSchema.optional(),
    settings: settingsSchema.optional(),
    brand: brandSchema.nullable().optional(),
  })
  .strict()
const keyRequestSchema = z
  .object({
    name: z.string().min(1).max(100).default('Key'),
    expiresAt: z.iso.datetime().nullable().default(null),
  })
  .strict()
const templateRequestSchema = z.object({ name: z.string().min(1).max(100) }).strict()
const revisionRequestSchema = z.object({ definition: templateDefinitionSchema }).strict()
const revisionChangeSchema = z.object({ enabled: z.boolean() }).strict()
const endpointRequestSchema = z.object({ url: z.string() }).strict()

export function createTenantRoutes({ store, preparation }: Context): Hono {
  const routes = new Hono()
  const notFound = 'Not found.'

  routes.get('/tenants', (c) => c.json({ tenants: store.tenants.values() }))
  routes.post('/tenants', async (c) => {
    const read = await readControl(c, tenantRequestSchema)
    if (!read.ok) return read.response
    const created = preparation.createTenant(read.value)
    return created.ok ? c.json(created.tenant, 201) : refuseControl(c, 400, created.reason)
  })
  routes.patch('/tenants/:tenantId', async (c) => {
    const read = await readControl(c, tenantChangeSchema)
    if (!read.ok) return read.response
    const tenant = store.tenants.get(c.req.param('tenantId'))
    if (!tenant) return refuseControl(c, 404, notFound)
    return c.json(preparation.changeTenant(tenant, read.value))
  })
  routes.delete('/tenants/:tenantId', (c) => {
    const tenant = store.tenants.get(c.req.param('tenantId'))
    if (!tenant) return refuseControl(c, 404, notFound)
    if (tenant.id === DEMO_TENANT.id) {
      return refuseControl(c, 409, 'The seeded tenant cannot be deleted. Reset it instead.')
    }
    preparation.deleteTenant(tenant)
    return c.body(null, 204)
  })

  routes.post('/reset', async (c) => {
    const read = await readControl(c, scopeSchema)
    if (!read.ok) return read.response
    const { tenantId } = read.value
    const tenant = tenantId === undefined ? null : store.tenants.get(tenantId)
    if (tenantId !== undefined && !tenant) return noSuchTenant(c)
    if (tenant) preparation.resetTenant(tenant)
    else preparation.resetAll()
    return c.json({ tenantId: tenant?.id ?? null })
  })

  // The key comes in a header, because it must not be in a URL.
  routes.get('/keys/current', (c) => {
    const [key] = store.apiKeys.listBy('hash', hashApiKey(c.req.header('x-api-key') ?? ''))
    if (!key) return refuseControl(c, 404, 'This sandbox does not know that key.')
    const published = store.templates
      .listBy('tenant', key.tenantId)
      .filter(({ id }) => chooseRevision(store.revisions.listBy('template', id), undefined))
    return c.json({ ...shownKey(key), templateIds: published.map(({ id }) => id) })
  })
  routes.get('/tenants/:tenantId/keys', (c) =>
    c.json({ keys: store.apiKeys.listBy('tenant', c.req.param('tenantId')).map(shownKey) }),
  )
  routes.post('/tenants/:tenantId/keys', async (c) => {
    const read = await readControl(c, keyRequestSchema)
    if (!read.ok) return read.response
    const tenant = store.tenants.get(c.req.param('tenantId'))
    if (!tenant) return refuseControl(c, 404, notFound)
    const { key, plaintext } = preparation.createKey(tenant, read.value)
    return c.json({ ...shownKey(key), apiKey: plaintext }, 201)
  })
  for (const [act, apply] of [
    ['revoke', (key: ApiKey) => preparation.revokeKey(key)],
    ['expire', (key: ApiKey) => preparation.expireKey(key)],
  ] as const) {
    routes.post(`/keys/:keyId/${act}`, async (c) => {
      const read = await readControl(c, nothingSchema)
      if (!read.ok) return read.response
      const key = store.apiKeys.get(c.req.param('keyId'))
      return key ? c.json(shownKey(apply(key))) : refuseControl(c, 404, notFound)
    })
  }

  routes.get('/tenants/:tenantId/templates', (c) =>
    c.json({
      templates: store.templates.listBy('tenant', c.req.param('tenantId')).map((template) => ({
        ...template,
        revisions: store.revisions.listBy('template', template.id),
      })),
    }),
  )
  routes.post('/tenants/:tenantId/templates', async (c) => {
    const read = await readControl(c, templateRequestSchema)
    if (!read.ok) return read.response
    const tenant = store.tenants.get(c.req.param('tenantId'))
    if (!tenant) return refuseControl(c, 404, notFound)
    return c.json(preparation.createTemplate(tenant, read.value.name), 201)
  })
  routes.post('/templates/:templateId/revisions', async (c) => {
    const read = await readControl(c, revisionRequestSchema)
    if (!read.ok) return read.response
    const template = store.templates.get(c.req.param('templateId'))
    if (!template) return refuseControl(c, 404, notFound)
    return c.json(preparation.addRevision(template, read.value.definition), 201)
  })
  routes.post('/revisions/:revisionId/publish', async (c) => {
    const read = await readControl(c, nothingSchema)
    if (!read.ok) return read.response
    const revision = store.revisions.get(c.req.param('revisionId'))
    return revision ? c.json(preparation.publish(revision)) : refuseControl(c, 404, notFound)
  })
  routes.patch('/revisions/:revisionId', async (c) => {
    const read = await readControl(c, revisionChangeSchema)
    if (!read.ok) return read.response
    const revision = store.revisions.get(c.req.param('revisionId'))
    if (!revision) return refuseControl(c, 404, notFound)
    return c.json(preparation.setEnabled(revision, read.value.enabled))
  })

  routes.get('/tenants/:tenantId/endpoints', (c) =>
    c.json({
      endpoints: store.endpoints
        .listBy('tenant', c.req.param('tenantId'))
        .filter((endpoint) => endpoint.removedAt === null)
        .map(shownEndpoint),
    }),
  )
  routes.post('/tenants/:tenantId/endpoints', async (c) => {
    const read = await readControl(c, endpointRequestSchema)
    if (!read.ok) return read.response
    const tenant = store.tenants.get(c.req.param('tenantId'))
    if (!tenant) return refuseControl(c, 404, notFound)
    const registered = preparation.registerEndpoint(tenant, read.value.url)
    if (!registered.ok) return refuseControl(c, 400, registered.reason)
    return c.json(endpointWithSecret(registered.endpoint), 201)
  })
  for (const [act, apply] of [
    ['rotate', (endpoint: Endpoint) => preparation.rotateEndpoint(endpoint)],
    ['recreate', (endpoint: Endpoint) => preparation.recreateEndpoint(endpoint)],
  ] as const) {
    routes.post(`/endpoints/:endpointId/${act}`, async (c) => {
      const read = await readControl(c, nothingSchema)
      if (!read.ok) return read.response
      const endpoint = store.endpoints.get(c.req.param('endpointId'))
      if (!endpoint || endpoint.removedAt !== null) return refuseControl(c, 404, notFound)
      return c.json(endpointWithSecret(apply(endpoint)))
    })
  }
  routes.delete('/endpoints/:endpointId', (c) => {
    const endpoint = store.endpoints.get(c.req.param('endpointId'))
    if (!endpoint) return refuseControl(c, 404, notFound)
    preparation.removeEndpoint(endpoint)
    return c.body(null, 204)
  })
  return routes
}

/** Omits the hash. Only the route that creates a key returns its plaintext, once (A3). */
function shownKey({ id, tenantId, name, hint, createdAt, expiresAt, revokedAt }: ApiKey) {
  return { id, tenantId, name, hint, createdAt, expiresAt, revokedAt }
}

function shownEndpoint({ id, tenantId, url, createdAt }: Endpoint) {
  return { id, tenantId, url, createdAt }
}

/** The secret is shown only once, when it is created (W1). */
function endpointWithSecret(endpoint: Endpoint) {
  return { ...shownEndpoint(endpoint), secret: endpoint.secret }
}
