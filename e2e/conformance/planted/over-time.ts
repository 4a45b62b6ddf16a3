// Services that forget, repeat or confuse things over time, or between attempts, transitions or concurrent requests.
// Each passes any check that looks only once.
import type { WrongService } from './wrong-service.ts'

const EVENT_BODY = 'bodyToSign(delivery.body, fault)'
const NO_EVENT = 'if (!subscribed || kind === null) return inquiry'
const NO_RECORD = 'if (!record || nowMs'
const ROTATION = 'rotateEndpoint(endpoint: Endpoint): Endpoint {'
const ACCEPTED = "return { ...attempted, state: 'DELIVERED' }"

/** Keys, secrets and endpoints over time. */
const SECRETS: readonly WrongService[] = [
  {
    clause: 'O7',
    what: 'only the first half of an Idempotency-Key counts',
    find: 'function recordId(tenant: Tenant, key: string): string {',
    replace: 'function recordId(tenant: Tenant, key: string): string {\n  key = key.slice(0, 18)',
  },
  {
    clause: 'O7',
    what: 'a retry is refused once its revision has been disabled',
    find: 'if (earlier) return earlier\n    const found = this.#findRevision(tenant, request)',
    replace: `const found = this.#findRevision(tenant, request)
    if (earlier && found.ok) return earlier`,
  },
  {
    clause: 'P3',
    what: 'an endpoint gets events only of inquiries opened after it was registered',
    find: 'if (endpoint.removedAt !== null) continue',
    replace: 'if (endpoint.removedAt !== null || endpoint.createdAt > inquiry.openedAt) continue',
  },
  {
    clause: 'W1',
    what: 'a second rotation shows a secret that never signs',
    find: ROTATION,
    replace: `${ROTATION}
    if (endpoint.rotated) return { ...endpoint, secret: createWebhookSecret() }
    endpoint = { ...endpoint, rotated: true }`,
  },
  {
    clause: 'W1',
    what: 'the list of endpoints shows their secrets',
    find: 'function shownEndpoint({ id, tenantId, url, createdAt }: Endpoint) {\n  return { id,',
    replace:
      'function shownEndpoint({ id, tenantId, url, createdAt, secret }: Endpoint) {\n  return { secret, id,',
  },
]

/** Mistakes between attempts, transitions and concurrent requests, and as time passes. */
const LIVES: readonly WrongService[] = [
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
    what: 'the first selfie counts even after a retake',
    find: 'else byCapability.set(artifact.capability, [artifact])',
    replace:
      "else if (!pages || artifact.type !== 'selfie') byCapability.set(artifact.capability, [artifact])",
  },
  {
    clause: 'D11',
    what: 'a failed scan replaces the pictures of an earlier one of its type',
    alsoBreaks: ['D10'],
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
    what: 'a retry sets a decided inquiry back to PENDING',
    find: NO_RECORD,
    replace: `if (record) this.store.inquiries.put({ ...this.store.inquiries.require(record.inquiryId), status: 'PENDING', history: [{ status: 'PENDING', at: record.createdAt }] })
    ${NO_RECORD}`,
  },
  {
    clause: 'O8',
    what: 'concurrent requests share a correlation id',
    find: "c.header('x-correlation-id', correlationId)\n    await next()",
    replace: `CORRELATION_ID.now = correlationId
    await new Promise((resolve) => setTimeout(resolve, 20))
    c.header('x-correlation-id', CORRELATION_ID.now)
    await next()`,
  },
  {
    clause: 'W6',
    what: 'an event resent by hand has a new id',
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
    what: 'a retry also goes to endpoints that accepted the event',
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
    what: "a retry reports the inquiry's current status",
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

export const OVER_TIME: readonly WrongService[] = [...SECRETS, ...LIVES]
