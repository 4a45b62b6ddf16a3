// What a service may mix up between inquiries, endpoints, tenants, attempts and requests at one time, or forget as time
// passes. It is right for whoever looks at one inquiry, once.
import type { WrongService } from './wrong-service.ts'

const SEEN = 'presentInquiry(seen, tenant)'
const OWN_INQUIRIES = "store.inquiries.listBy('tenant', tenant.id)"
const EVENT_DATA = 'eventData(inquiry, kind, createdAt)'
const EVENT_BODY = 'bodyToSign(delivery.body, fault)'
const NO_EVENT = 'if (!subscribed || kind === null) return inquiry'
const NO_RECORD = 'if (!record || nowMs'
const REMOVAL = 'removeEndpoint(endpoint: Endpoint): void {'
const ROTATION = 'rotateEndpoint(endpoint: Endpoint): Endpoint {'
const ACCEPTED = "return { ...attempted, state: 'DELIVERED' }"

/** Between inquiries of one tenant. */
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
    what: "an inquiry without expiresAt takes that of the tenant's inquiry before",
    find: 'expiresAt: toIso(expiry.expiresAtMs),',
    replace: `expiresAt: request.expiresAt === undefined
        ? (this.store.inquiries.listBy('tenant', tenant.id).at(-1)?.expiresAt ?? toIso(expiry.expiresAtMs))
        : toIso(expiry.expiresAtMs),`,
  },
  {
    clause: 'P4',
    what: 'the first decision leaves its note and its time for good',
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
    what: 'inquiries with one referenceId send one event together',
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
    what: "the event carries the capabilities of the tenant's inquiry before",
    find: EVENT_DATA,
    replace: `eventData({ ...inquiry, results: ${OWN_INQUIRIES}.find(({ results }) => results.length > 0).results }, kind, createdAt)`,
  },
]

/** Between endpoints, templates, keys and tenants. */
const PREPARED: readonly WrongService[] = [
  {
    clause: 'A4',
    what: 'of a key only the case-insensitive characters count',
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
    what: 'a second key of a tenant sees the inquiries of all',
    find: 'if (!inquiry || inquiry.tenantId !== requireTenant(c).id) {',
    replace:
      "if (!inquiry || (inquiry.tenantId !== requireTenant(c).id && store.apiKeys.listBy('hash', hashApiKey(c.req.header('x-api-key')))[0].name === 'First key')) {",
    and: [
      {
        find: "import { signedPath } from '../service/artifact-urls.ts'",
        replace:
          "import { signedPath } from '../service/artifact-urls.ts'\nimport { hashApiKey } from '../service/keys.ts'",
      },
    ],
  },
  {
    clause: 'O3',
    what: "a revision that is disabled takes the tenant's others with it",
    find: 'setEnabled(revision: Revision, enabled: boolean): Revision {',
    replace: `setEnabled(revision: Revision, enabled: boolean): Revision {
    for (const other of this.store.revisions.values()) {
      if (other.tenantId === revision.tenantId) this.store.revisions.put({ ...other, enabled })
    }`,
  },
  {
    clause: 'P1',
    what: "to publish one template publishes the tenant's drafts",
    find: 'publish(revision: Revision): Revision {',
    replace: `publish(revision: Revision): Revision {
    for (const other of this.store.revisions.values()) {
      if (other.tenantId === revision.tenantId && other.templateId !== revision.templateId) this.store.revisions.put({ ...other, publishedAt: this.clock.nowIso(revision.tenantId) })
    }`,
  },
  {
    clause: 'P3',
    what: "the removal of one endpoint removes the tenant's others",
    besides: ['W1'],
    find: REMOVAL,
    replace: `${REMOVAL}
    for (const other of this.store.endpoints.listBy('tenant', endpoint.tenantId)) {
      this.store.endpoints.put({ ...other, removedAt: this.clock.nowIso(endpoint.tenantId) })
    }`,
  },
  {
    clause: 'W1',
    what: "the rotation of one endpoint's secret changes the tenant's others",
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
    what: 'an endpoint that failed once gets no other event',
    find: 'if (endpoint.removedAt !== null) continue',
    replace:
      "if (endpoint.removedAt !== null || store.deliveries.listBy('tenant', tenant.id).some(({ endpointId, attemptLog }) => endpointId === endpoint.id && attemptLog.some(({ status }) => status === 500))) continue",
  },
]

/** Between attempts, transitions and requests at one time, and as time passes. */
const OVER_TIME: readonly WrongService[] = [
  {
    clause: 'A4',
    what: 'a revoked key works again after a week',
    find: 'if (key.revokedAt !== null) return false',
    replace:
      'if (key.revokedAt !== null && nowMs < Date.parse(key.revokedAt) + 604_800_000) return false',
  },
  {
    clause: 'D2',
    what: 'documents are refused a day after the decision',
    find: 'if (!hasDocuments(status)) return refuse(c, INQUIRY_NOT_APPROVED)',
    replace:
      'if (!hasDocuments(status) || nowMs > Date.parse(found.inquiry.history.at(-1).at) + 86_400_000) return refuse(c, INQUIRY_NOT_APPROVED)',
  },
  {
    clause: 'D11',
    what: 'the first selfie counts, whatever was taken later',
    find: 'else byCapability.set(artifact.capability, [artifact])',
    replace:
      "else if (!pages || artifact.type !== 'selfie') byCapability.set(artifact.capability, [artifact])",
  },
  {
    clause: 'D11',
    what: 'a failed scan replaces the pictures of an earlier one of its type',
    besides: ['D10'],
    find: 'const bytes = pictures.read(artifactId)',
    replace: `const newer = store.artifacts.listBy('inquiry', artifact.inquiryId).findLast(({ type, page }) => type === artifact.type && page === artifact.page)
    const bytes = pictures.read(newer.id)`,
  },
  {
    clause: 'O7',
    what: 'an Idempotency-Key is forgotten when another is used',
    find: 'this.store.idempotency.put({',
    replace: `for (const other of this.store.idempotency.values()) {
      if (other.tenantId === tenant.id) this.store.idempotency.delete(other.id)
    }
    this.store.idempotency.put({`,
  },
  {
    clause: 'O7',
    what: 'a retry takes a decided inquiry back to PENDING',
    find: NO_RECORD,
    replace: `if (record) this.store.inquiries.put({ ...this.store.inquiries.require(record.inquiryId), status: 'PENDING', history: [{ status: 'PENDING', at: record.createdAt }] })
    ${NO_RECORD}`,
  },
  {
    clause: 'O8',
    what: 'requests at the same time share a correlation id',
    find: "c.header('x-correlation-id', correlationId)\n    await next()",
    replace: `CORRELATION_ID.now = correlationId
    await new Promise((resolve) => setTimeout(resolve, 20))
    c.header('x-correlation-id', CORRELATION_ID.now)
    await next()`,
  },
  {
    clause: 'W6',
    what: 'an event that is sent again by hand has another id',
    find: 'const attempt = await this.#send(delivery, fault, true)',
    replace:
      'const attempt = await this.#send({ ...delivery, body: delivery.body.replace(delivery.eventId, crypto.randomUUID()) }, fault, true)',
  },
  {
    clause: 'W7',
    what: 'a decision that changes nothing sends its event again',
    find: 'if (inquiry.status === status) return this.store.inquiries.put(inquiry)',
    replace: '',
  },
  {
    clause: 'W7',
    what: 'a decision after expiresAt sends nothing',
    find: NO_EVENT,
    replace:
      'if (!subscribed || kind === null || clock.nowMs(tenant.id) > Date.parse(inquiry.expiresAt)) return inquiry',
  },
  {
    clause: 'W7',
    what: 'a retry goes to the endpoints that accepted as well',
    find: ACCEPTED,
    replace: `if (attempts === 2 && delivery.attemptLog[0].status === 500) {
        for (const other of store.deliveries.listBy('tenant', tenant.id)) {
          if (other.eventId === delivery.eventId && other.id !== delivery.id) store.deliveries.put({ ...other, state: 'DUE' })
        }
      }
      ${ACCEPTED}`,
  },
  {
    clause: 'W9',
    what: "a retry reports the inquiry's status at that time",
    find: EVENT_BODY,
    replace:
      'bodyToSign(JSON.stringify({ ...JSON.parse(delivery.body), data: { ...JSON.parse(delivery.body).data, status: composeAttempt.store.inquiries.get(delivery.inquiryId).status } }), fault)',
    and: [
      {
        find: 'const composed = composeAttempt(',
        replace: 'composeAttempt.store = store\n    const composed = composeAttempt(',
      },
    ],
  },
  {
    clause: 'W9',
    what: 'a second approval has the approvedAt of the first',
    find: 'approvedAt: at,',
    replace: "approvedAt: inquiry.history.find((entry) => entry.status === 'APPROVED')?.at ?? at,",
  },
]

export const ISOLATION: readonly WrongService[] = [...INQUIRIES, ...PREPARED, ...OVER_TIME]
