// Sets up tenants, templates, keys and endpoints over HTTP, as an integrator does in the portal (P1–P3), and resets them.
import { Hono, type Context as HonoContext } from 'hono'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { withLifetime } from '../scenario/gaps/life.ts'
import { DEMO_TENANT, nameSchema, newTenantSchema } from '../scenario/seed.ts'
import { hashApiKey } from '../service/authentication.ts'
import { chooseRevision } from '../service/opening.ts'
import {
  type ApiKey,
  brandSchema,
  type Endpoint,
  type Tenant,
  templateDefinitionSchema,
} from '../state/entities.ts'
import { found, nothingSchema, Refusal, readBody, readQuery, scopeSchema } from './request.ts'

const tenantChangeSchema = z
  .object({
    name: nameSchema,
    rateLimitPerMinute: newTenantSchema.shape.rateLimitPerMinute.unwrap(),
    brand: brandSchema.nullable(),
  })
  .partial()
  .strict()
const keyRequestSchema = z
  .object({ name: nameSchema.default('Key'), expiresAt: z.iso.datetime().nullable().default(null) })
  .strict()
const templateRequestSchema = z.object({ name: nameSchema }).strict()
const revisionRequestSchema = z.object({ definition: templateDefinitionSchema }).strict()
const revisionChangeSchema = z.object({ enabled: z.boolean() }).strict()
const endpointRequestSchema = z
  .object({ url: z.string(), name: nameSchema.nullable().default(null) })
  .strict()

export function createTenantRoutes({ store, preparation }: Context): Hono {
  const routes = new Hono()
  const findTenant = (id: string | undefined) => found(store.tenants.get(id ?? ''), 'tenant')
  const tenantOf = (c: HonoContext) => {
    readQuery(c, {})
    return findTenant(c.req.param('tenantId'))
  }

  routes.get('/tenants', (c) => {
    readQuery(c, {})
    return c.json({ tenants: store.tenants.values() })
  })
  routes.post('/tenants', async (c) => {
    const created = preparation.createTenant(await readBody(c, newTenantSchema))
    if (!created.ok) throw new Refusal(400, created.reason)
    return c.json(created.tenant, 201)
  })
  routes.patch('/tenants/:tenantId', async (c) => {
    const change = await readBody(c, tenantChangeSchema)
    return c.json(store.tenants.put({ ...tenantOf(c), ...change }))
  })
  routes.delete('/tenants/:tenantId', (c) => {
    const tenant = tenantOf(c)
    if (tenant.id === DEMO_TENANT.id) {
      throw new Refusal(409, 'The seeded tenant cannot be deleted. Reset it instead.')
    }
    preparation.deleteTenant(tenant)
    return c.body(null, 204)
  })
  routes.post('/reset', async (c) => {
    const { tenantId } = await readBody(c, scopeSchema)
    if (tenantId === undefined) preparation.resetAll()
    else preparation.resetTenant(findTenant(tenantId))
    return c.json({ tenantId: tenantId ?? null })
  })

  // The key is sent in a header, because it must not be in a URL.
  routes.get('/keys/current', (c) => {
    const [key] = store.apiKeys.listBy('hash', hashApiKey(c.req.header('x-api-key') ?? ''))
    if (!key) throw new Refusal(404, 'This sandbox does not know that key.')
    const published = store.templates
      .listBy('tenant', key.tenantId)
      .filter(({ id }) => chooseRevision(store.revisions.listBy('template', id), undefined))
    const tenant = store.tenants.require(key.tenantId)
    return c.json({ ...shownKey(key, tenant), templateIds: published.map(({ id }) => id) })
  })
  routes.get('/tenants/:tenantId/keys', (c) => {
    const tenant = tenantOf(c)
    const keys = store.apiKeys.listBy('tenant', tenant.id)
    return c.json({ keys: keys.map((key) => shownKey(key, tenant)) })
  })
  routes.post('/tenants/:tenantId/keys', async (c) => {
    const request = await readBody(c, keyRequestSchema)
    const tenant = tenantOf(c)
    const { key, plaintext } = preparation.createKey(tenant, request)
    return c.json({ ...shownKey(key, tenant), apiKey: plaintext }, 201)
  })
  for (const [act, how] of [
    ['revoke', 'revokedAt'],
    ['expire', 'expiresAt'],
  ] as const) {
    routes.post(`/keys/:keyId/${act}`, async (c) => {
      await readBody(c, nothingSchema)
      const key = found(store.apiKeys.get(c.req.param('keyId')), 'key')
      const tenant = store.tenants.require(key.tenantId)
      return c.json(shownKey(preparation.endKey(key, how), tenant))
    })
  }

  routes.get('/tenants/:tenantId/templates', (c) =>
    c.json({
      templates: store.templates.listBy('tenant', tenantOf(c).id).map((template) => ({
        ...template,
        revisions: store.revisions.listBy('template', template.id),
      })),
    }),
  )
  routes.post('/tenants/:tenantId/templates', async (c) => {
    const { name } = await readBody(c, templateRequestSchema)
    return c.json(preparation.createTemplate(tenantOf(c), name), 201)
  })
  routes.post('/templates/:templateId/revisions', async (c) => {
    const { definition } = await readBody(c, revisionRequestSchema)
    const template = found(store.templates.get(c.req.param('templateId')), 'template')
    return c.json(preparation.addRevision(template, definition), 201)
  })
  routes.post('/revisions/:revisionId/publish', async (c) => {
    await readBody(c, nothingSchema)
    const revision = found(store.revisions.get(c.req.param('revisionId')), 'revision')
    return c.json(preparation.publish(revision))
  })
  routes.patch('/revisions/:revisionId', async (c) => {
    const { enabled } = await readBody(c, revisionChangeSchema)
    const revision = found(store.revisions.get(c.req.param('revisionId')), 'revision')
    return c.json(store.revisions.put({ ...revision, enabled }))
  })

  routes.get('/tenants/:tenantId/endpoints', (c) =>
    c.json({
      endpoints: store.endpoints
        .listBy('tenant', tenantOf(c).id)
        .filter((endpoint) => endpoint.removedAt === null)
        .map(shownEndpoint),
    }),
  )
  routes.post('/tenants/:tenantId/endpoints', async (c) => {
    const { url, name } = await readBody(c, endpointRequestSchema)
    const registered = preparation.registerEndpoint(tenantOf(c), url, name)
    if (!registered.ok) throw new Refusal(400, registered.reason)
    return c.json(endpointWithSecret(registered.endpoint), 201)
  })
  for (const [act, apply] of [
    ['rotate', (endpoint: Endpoint) => preparation.rotateEndpoint(endpoint)],
    ['recreate', (endpoint: Endpoint) => preparation.recreateEndpoint(endpoint)],
  ] as const) {
    routes.post(`/endpoints/:endpointId/${act}`, async (c) => {
      await readBody(c, nothingSchema)
      const endpoint = found(store.endpoints.get(c.req.param('endpointId')), 'endpoint')
      if (endpoint.removedAt !== null) throw new Refusal(404, 'The endpoint has been removed.')
      return c.json(endpointWithSecret(apply(endpoint)))
    })
  }
  routes.delete('/endpoints/:endpointId', (c) => {
    preparation.removeEndpoint(found(store.endpoints.get(c.req.param('endpointId')), 'endpoint'))
    return c.body(null, 204)
  })
  return routes
}

/** Leaves out the hash. Only the creating route returns a key's plaintext, once (A3). */
function shownKey(key: ApiKey, tenant: Tenant) {
  const { id, name, hint, createdAt, expiresAt, revokedAt } = withLifetime(key, tenant)
  return { id, tenantId: tenant.id, name, hint, createdAt, expiresAt, revokedAt }
}

function shownEndpoint({ id, tenantId, name, url, createdAt }: Endpoint) {
  return { id, tenantId, name, url, createdAt }
}

/** Shows the secret, which happens only once, at creation (W1). */
function endpointWithSecret(endpoint: Endpoint) {
  return { ...shownEndpoint(endpoint), secret: endpoint.secret }
}
