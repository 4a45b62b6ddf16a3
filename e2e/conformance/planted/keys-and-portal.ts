// Services that get keys, tenants, the portal or the flow wrong (A1–A5, D4, P1–P4, F1).
import type { WrongService } from './wrong-service.ts'

const GIVEN_KEY = "const plaintext = c.req.header('x-api-key')"
const CREATED_KEY = 'const plaintext = createPlaintextKey()'

export const KEYS_AND_PORTAL: readonly WrongService[] = [
  {
    clause: 'A1',
    what: 'the key is also accepted in Authorization',
    find: GIVEN_KEY,
    replace: `${GIVEN_KEY} ?? c.req.header('authorization')?.slice(7)`,
  },
  {
    clause: 'A1',
    what: 'the key is also accepted in the query',
    find: GIVEN_KEY,
    replace: `${GIVEN_KEY} ?? c.req.query('apiKey')`,
  },
  {
    clause: 'A1',
    what: 'the key is also accepted in Authorization without a scheme',
    find: GIVEN_KEY,
    replace: `${GIVEN_KEY} ?? c.req.header('authorization')`,
  },
  {
    clause: 'A1',
    what: 'the key is also accepted as Authorization: ApiKey',
    find: GIVEN_KEY,
    replace: `${GIVEN_KEY} ?? /^ApiKey (.*)$/.exec(c.req.header('authorization'))?.[1]`,
  },
  {
    clause: 'A1',
    what: 'the key is also accepted as the user name of Authorization: Basic',
    find: GIVEN_KEY,
    replace: `${GIVEN_KEY} ?? atob(/^Basic (.*)$/.exec(c.req.header('authorization'))?.[1] ?? '').split(':')[0]`,
  },
  {
    clause: 'A2',
    what: 'keys have another prefix',
    find: "KEY_PREFIX = 'svc_live_'",
    replace: "KEY_PREFIX = 'svc_test_'",
  },
  {
    clause: 'A2',
    what: "a new key revokes the tenant's others",
    alsoBreaks: ['A4'],
    find: CREATED_KEY,
    replace: `for (const other of this.store.apiKeys.listBy('tenant', tenant.id)) {
      this.store.apiKeys.put({ ...other, revokedAt: this.clock.nowIso(tenant.id) })
    }
    ${CREATED_KEY}`,
  },
  {
    clause: 'A3',
    what: 'the list of keys shows the plaintext',
    find: 'hint: plaintext.slice(-4),',
    replace: 'hint: plaintext,',
  },
  {
    clause: 'A4',
    what: 'keys never expire',
    alsoBreaks: ['D4'],
    find: 'return key.expiresAt === null || nowMs < Date.parse(key.expiresAt)',
    replace: 'return true',
  },
  {
    clause: 'A4',
    what: "keys don't expire by the tenant's clock",
    find: 'nowMs < Date.parse(key.expiresAt)',
    replace: 'Date.now() < Date.parse(key.expiresAt)',
  },
  {
    clause: 'A4',
    what: 'a revoked key still works',
    alsoBreaks: ['D4'],
    find: 'if (key.revokedAt !== null) return false',
    replace: '',
  },
  {
    clause: 'A4',
    what: "revoking one key revokes the tenant's others",
    find: 'revokeKey(key: ApiKey): ApiKey {',
    replace: `revokeKey(key: ApiKey): ApiKey {
    for (const other of this.store.apiKeys.listBy('tenant', key.tenantId)) {
      this.store.apiKeys.put({ ...other, revokedAt: this.clock.nowIso(key.tenantId) })
    }`,
  },
  {
    clause: 'A5',
    what: "another tenant's inquiry can be read",
    find: 'if (!inquiry || inquiry.tenantId !== requireTenant(c).id) {',
    replace:
      "if (!inquiry || (inquiry.tenantId !== requireTenant(c).id && c.req.path.endsWith('/documents'))) {",
  },
  {
    clause: 'A5',
    what: "the value of a header tells another tenant's inquiry from a missing one",
    alsoBreaks: ['D3'],
    find: 'const inquiry = store.inquiries.get(id.data.toLowerCase())',
    replace: `const inquiry = store.inquiries.get(id.data.toLowerCase())
    c.header('x-reason', inquiry ? 'forbidden' : 'missing')`,
  },
  {
    clause: 'P1',
    what: 'a draft takes effect as soon as there is a published revision',
    alsoBreaks: ['O3'],
    find: 'publishedAt !== null && enabled)',
    replace: 'enabled && revisions.some((revision) => revision.publishedAt !== null))',
  },
  {
    clause: 'P3',
    what: 'a rotation keeps the secret',
    alsoBreaks: ['W1'],
    find: 'secret: createWebhookSecret(),\n      previousSecret: overlaps',
    replace: 'previousSecret: overlaps',
  },
  {
    clause: 'P3',
    what: 'a recreated endpoint leaves the old one behind',
    find: 'this.removeEndpoint(endpoint)\n      return next',
    replace: 'return next',
  },
  {
    clause: 'P3',
    what: 'a removed endpoint still gets new events',
    find: 'if (endpoint.removedAt !== null) continue',
    replace: '',
  },
  {
    clause: 'P4',
    what: "the decision's note is lost",
    find: 'portalDecisionNote: note, portalDecidedAt }',
    replace: 'portalDecisionNote: null, portalDecidedAt }',
  },
  {
    clause: 'P4',
    what: 'every change of status counts as a portal decision',
    find: 'history: [...inquiry.history, { status, at: toIso(nowMs), ...visible }],',
    replace:
      'history: [...inquiry.history, { status, at: toIso(nowMs), ...visible }],\n      portalDecidedAt: toIso(nowMs),',
  },
  {
    clause: 'F1',
    what: 'a merchant route completes an inquiry',
    find: "router.all('/api/*', (c) => refuse(c, ROUTE_NOT_FOUND))",
    replace: `router.post('/api/v1/customer/inquiries/:inquiryId/complete', (c) => {
    opening.inquiries.decide(store.inquiries.require(c.req.param('inquiryId')), 'APPROVED', null)
    return refuse(c, ROUTE_NOT_FOUND)
  })
  router.all('/api/*', (c) => refuse(c, ROUTE_NOT_FOUND))`,
  },
]
