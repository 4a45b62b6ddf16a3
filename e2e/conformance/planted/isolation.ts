// Services that mix up inquiries, endpoints, templates, keys or tenants. Each passes any check that uses only one of them.
import type { WrongService } from './wrong-service.ts'

const SEEN = 'presentInquiry(seen, tenant)'
const OWN_INQUIRIES = "store.inquiries.listBy('tenant', tenant.id)"
const EVENT_DATA = 'eventData(inquiry, kind, createdAt)'
const NO_EVENT = 'if (!subscribed || kind === null) return inquiry'
const REMOVAL = 'removeEndpoint(endpoint: Endpoint): void {'
const ROTATION = 'rotateEndpoint(endpoint: Endpoint): Endpoint {'

/** Mix-ups between inquiries of one tenant. */
const INQUIRIES: readonly WrongService[] = [
  {
    clause: 'S1',
    what: "an inquiry shows the review reasons of the tenant's newest review",
    find: SEEN,
    replace: `presentInquiry({ ...seen, reviewReasons: ${OWN_INQUIRIES}.findLast(({ reviewReasons }) => reviewReasons.length > 0)?.reviewReasons ?? [] }, tenant)`,
  },
  {
    clause: 'S2',
    what: "openedAt is that of the tenant's first inquiry",
    find: SEEN,
    replace: `presentInquiry({ ...seen, openedAt: ${OWN_INQUIRIES}[0].openedAt }, tenant)`,
  },
  {
    clause: 'S5',
    what: "an inquiry shows the document of the tenant's newest scan",
    find: SEEN,
    replace: `presentInquiry({ ...seen, document: ${OWN_INQUIRIES}.findLast(({ document }) => document)?.document ?? null }, tenant)`,
  },
  {
    clause: 'O6',
    what: "an inquiry without expiresAt gets that of the tenant's previous one",
    find: 'expiresAt: toIso(expiry.expiresAtMs),',
    replace: `expiresAt: request.expiresAt === undefined
        ? (this.store.inquiries.listBy('tenant', tenant.id).at(-1)?.expiresAt ?? toIso(expiry.expiresAtMs))
        : toIso(expiry.expiresAtMs),`,
  },
  {
    clause: 'P4',
    what: 'later decisions keep the note and time of the first',
    find: 'portalDecisionNote: note, portalDecidedAt }',
    replace:
      'portalDecisionNote: inquiry.portalDecisionNote ?? note, portalDecidedAt: inquiry.portalDecidedAt ?? portalDecidedAt }',
  },
  {
    clause: 'P4',
    what: "a decided inquiry shows the note of the tenant's newest decision",
    find: SEEN,
    replace: `presentInquiry(seen.portalDecidedAt ? { ...seen, portalDecisionNote: ${OWN_INQUIRIES}.toSorted((one, other) => (one.portalDecidedAt ?? '').localeCompare(other.portalDecidedAt ?? '')).at(-1).portalDecisionNote } : seen, tenant)`,
  },
  {
    clause: 'W7',
    what: 'inquiries with the same referenceId send only one event',
    find: NO_EVENT,
    replace: `if (!subscribed || kind === null) return inquiry
  if (inquiry.referenceId && store.inquiries.listBy('tenant', tenant.id).some((other) => other.id !== inquiry.id && other.referenceId === inquiry.referenceId && other.lastEventAt)) return inquiry`,
  },
  {
    clause: 'W7',
    what: 'an inquiry without referenceId sends nothing',
    find: NO_EVENT,
    replace: 'if (!subscribed || kind === null || inquiry.referenceId === null) return inquiry',
  },
  {
    clause: 'W9',
    what: "the event carries the referenceId of the tenant's newest inquiry",
    find: EVENT_DATA,
    replace: `eventData({ ...inquiry, referenceId: ${OWN_INQUIRIES}.at(-1).referenceId }, kind, createdAt)`,
  },
  {
    clause: 'W9',
    what: "the event carries the capabilities of the tenant's first inquiry",
    find: EVENT_DATA,
    replace: `eventData({ ...inquiry, results: ${OWN_INQUIRIES}.find(({ results }) => results.length > 0).results }, kind, createdAt)`,
  },
]

/** Mix-ups between endpoints, templates, keys and tenants. */
const PREPARED: readonly WrongService[] = [
  {
    clause: 'A4',
    what: 'keys are compared case-insensitively',
    find: "const [key] = store.apiKeys.listBy('hash', hashApiKey(plaintext))",
    replace: `parts.names ??= new Map()
    const known = parts.names.get(plaintext.toLowerCase())
    const [key] = store.apiKeys.listBy('hash', known ?? hashApiKey(plaintext))
    if (key) parts.names.set(plaintext.toLowerCase(), key.hash)`,
    and: [
      {
        find: 'export function authenticate(store: Store, clock: Clock)',
        replace: 'const parts = {}\nexport function authenticate(store: Store, clock: Clock)',
      },
    ],
  },
  {
    clause: 'A5',
    what: "a tenant's second key sees the inquiries of every tenant",
    find: 'if (!inquiry || inquiry.tenantId !== requireTenant(c).id) {',
    replace:
      "if (!inquiry || (inquiry.tenantId !== requireTenant(c).id && store.apiKeys.listBy('hash', hashApiKey(c.req.header('x-api-key')))[0].name === 'First key')) {",
    and: [
      {
        find: "import { hasDocuments } from '../service/inquiry.ts'",
        replace:
          "import { hasDocuments } from '../service/inquiry.ts'\nimport { hashApiKey } from '../service/keys.ts'",
      },
    ],
  },
  {
    clause: 'O3',
    what: "disabling a revision disables the tenant's others",
    find: 'setEnabled(revision: Revision, enabled: boolean): Revision {',
    replace: `setEnabled(revision: Revision, enabled: boolean): Revision {
    for (const other of this.store.revisions.values()) {
      if (other.tenantId === revision.tenantId) this.store.revisions.put({ ...other, enabled })
    }`,
  },
  {
    clause: 'P1',
    what: "publishing one template publishes the tenant's drafts",
    find: 'publish(revision: Revision): Revision {',
    replace: `publish(revision: Revision): Revision {
    for (const other of this.store.revisions.values()) {
      if (other.tenantId === revision.tenantId && other.templateId !== revision.templateId) this.store.revisions.put({ ...other, publishedAt: this.clock.nowIso(revision.tenantId) })
    }`,
  },
  {
    clause: 'P3',
    what: "removing one endpoint removes the tenant's others",
    alsoBreaks: ['W1'],
    find: REMOVAL,
    replace: `${REMOVAL}
    for (const other of this.store.endpoints.listBy('tenant', endpoint.tenantId)) {
      this.store.endpoints.put({ ...other, removedAt: this.clock.nowIso(endpoint.tenantId) })
    }`,
  },
  {
    clause: 'W1',
    what: "rotating one endpoint's secret changes the tenant's others",
    find: ROTATION,
    replace: `${ROTATION}
    for (const other of this.store.endpoints.listBy('tenant', endpoint.tenantId)) {
      if (other.id !== endpoint.id) this.store.endpoints.put({ ...other, secret: createWebhookSecret() })
    }`,
  },
  {
    clause: 'W1',
    what: 'the first endpoint of every tenant has the same secret',
    find: 'url: verdict.url.href,\n      secret: createWebhookSecret(),',
    replace:
      "url: verdict.url.href,\n      secret: 'whsec_' + String(this.store.endpoints.listBy('tenant', tenant.id).length).padStart(43, 'A'),",
  },
  {
    clause: 'W7',
    what: 'an endpoint that failed once gets no more events',
    find: 'if (endpoint.removedAt !== null) continue',
    replace:
      "if (endpoint.removedAt !== null || store.deliveries.listBy('tenant', tenant.id).some(({ endpointId, attemptLog }) => endpointId === endpoint.id && attemptLog.some(({ status }) => status === 500))) continue",
  },
]

export const ISOLATION: readonly WrongService[] = [...INQUIRIES, ...PREPARED]
