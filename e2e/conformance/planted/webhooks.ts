// Services that get deliveries wrong (W1–W9).
import type { WrongService } from './wrong-service.ts'

const EVENT_BODY = 'bodyToSign(delivery.body, fault)'
const eventWith = (fields: string) =>
  `bodyToSign(JSON.stringify({ ...JSON.parse(delivery.body), ${fields} }), fault)`
const NEXT_SECRET = 'signingSecret(endpoint, delivery.attempts + 1, nowMs)'
const SUBSCRIBED = 'store.revisions.require(inquiry.revisionId).definition.webhooks?.subscribe'
const KEPT_DELIVERY = 'for (const planned of withScheduleFault(store, inquiry, delivery)) {'
const EVENT_DATA = 'const { id: inquiryId, referenceId, status, correlationId } = inquiry'
const NEW_EVENT_ID = 'const eventId = randomUUID()'

export const WEBHOOKS: readonly WrongService[] = [
  {
    clause: 'W1',
    what: 'a delivery keeps the secret that signed its first attempt',
    find: NEXT_SECRET,
    replace:
      '((composeAttempt.secrets ??= new Map()).get(delivery.id) ?? (composeAttempt.secrets.set(delivery.id, endpoint.secret), endpoint.secret))',
  },
  {
    clause: 'W1',
    what: "the secret of the tenant's first endpoint signs for all",
    find: 'composeAttempt(delivery, endpoint, tenant,',
    replace: "composeAttempt(delivery, store.endpoints.listBy('tenant', tenant.id)[0], tenant,",
  },
  {
    clause: 'W1',
    what: 'the old secret signs forever',
    find: "const overlaps = gapValue(tenant, 'N16') === 'both-sign'",
    replace: 'const overlaps = true',
    and: [
      {
        find: 'const stillSigns = nowMs < Date.parse(previousSecretUntil)',
        replace: 'const stillSigns = true',
      },
    ],
  },
  {
    clause: 'W1',
    what: 'a removed endpoint still gets deliveries that were due',
    find: "state: 'DROPPED', lastAnswer: 'endpoint removed'",
    replace: '',
  },
  {
    clause: 'W2',
    what: 'an endpoint may be plain HTTP',
    find: 'return allowLoopbackHttp && isLoopback\n',
    replace: 'return true\n',
  },
  {
    clause: 'W3',
    alsoBreaks: ['W1'],
    what: 'the body is serialised again after it was signed',
    find: 'const body = bodyToSend(signed, fault)',
    replace: 'const body = Buffer.from(JSON.stringify(JSON.parse(signed.toString()), null, 2))',
  },
  {
    clause: 'W3',
    alsoBreaks: ['W1'],
    what: 'a retry carries the signature of an empty body',
    find: 'digest(signed, signingKey',
    replace: "digest(delivery.attempts > 0 ? Buffer.from('') : signed, signingKey",
  },
  {
    clause: 'W4',
    what: 'the signature is a bare digest',
    find: "fault === 'bare-digest' ? hex",
    replace: 'true ? hex',
  },
  {
    clause: 'W4',
    alsoBreaks: ['W1', 'W3'],
    what: 'a retry is not signed',
    find: "...(fault === 'missing-signature'",
    replace: "...(delivery.attempts > 0 || fault === 'missing-signature'",
  },
  {
    clause: 'W5',
    what: 'every delivery has the same id',
    find: "'same-each-attempt' ? delivery.id : randomUUID()",
    replace: "'same-each-attempt' ? delivery.id : 'delivery'",
  },
  {
    clause: 'W5',
    what: 'deliveries to all endpoints share an id',
    find: "'same-each-attempt' ? delivery.id : randomUUID()",
    replace: "'same-each-attempt' ? delivery.id : delivery.inquiryId",
  },
  {
    clause: 'W5',
    what: 'a retry has no delivery id',
    find: "'x-service-delivery-id': deliveryId,",
    replace: "...(delivery.attempts > 0 ? {} : { 'x-service-delivery-id': deliveryId }),",
  },
  {
    clause: 'W6',
    what: 'the event id is new at each attempt',
    find: EVENT_BODY,
    replace: eventWith('id: randomUUID()'),
  },
  {
    clause: 'W6',
    what: 'createdAt is the time of the attempt',
    find: EVENT_BODY,
    replace: eventWith('createdAt: new Date(nowMs).toISOString()'),
  },
  {
    clause: 'W6',
    what: 'the event id is the inquiryId',
    find: NEW_EVENT_ID,
    replace: 'const eventId = inquiry.id',
  },
  {
    clause: 'W6',
    what: 'the event id is derived from the inquiry and the kind',
    find: NEW_EVENT_ID,
    replace: "const eventId = inquiry.id.slice(0, -3) + kind.length.toString(16).padStart(3, '0')",
  },
  {
    clause: 'W6',
    what: 'each endpoint gets the event with a different id',
    find: KEPT_DELIVERY,
    replace: KEPT_DELIVERY.replace(
      'inquiry, delivery)',
      'inquiry, { ...delivery, body: body.replace(eventId, randomUUID()) })',
    ),
  },
  {
    clause: 'W6',
    alsoBreaks: ['W9'],
    what: 'createdAt is when the inquiry was opened',
    find: 'const createdAt = new Date(createdAtMs).toISOString()',
    replace: 'const createdAt = inquiry.openedAt',
  },
  {
    clause: 'W7',
    what: 'a failure sends inquiry.declined',
    find: "['DECLINED', 'inquiry.declined'],",
    replace: "['DECLINED', 'inquiry.declined'], ['FAILED', 'inquiry.declined'],",
  },
  {
    clause: 'W7',
    what: 'completing the flow sends inquiry.review_in_progress',
    find: "['NEEDS_REVIEW', 'inquiry.review_in_progress'],",
    replace:
      "['NEEDS_REVIEW', 'inquiry.review_in_progress'], ['COMPLETED', 'inquiry.review_in_progress'],",
  },
  {
    clause: 'W7',
    what: 'every event is sent twice',
    alsoBreaks: ['P3'],
    find: KEPT_DELIVERY,
    replace: `store.deliveries.put({ ...delivery, id: randomUUID() })\n    ${KEPT_DELIVERY}`,
  },
  {
    clause: 'W7',
    what: 'a delivered event is sent again the next day',
    find: "return { ...attempted, state: 'DELIVERED' }",
    replace: `return attempts > 1
        ? { ...attempted, state: 'DELIVERED' }
        : { ...attempted, dueAt: new Date(clock.nowMs(tenant.id) + 86_400_000).toISOString() }`,
  },
  {
    clause: 'W7',
    what: 'an inquiry sends only its first event',
    find: 'if (!subscribed || kind === null) return inquiry',
    replace: 'if (!subscribed || kind === null || inquiry.lastEventAt !== null) return inquiry',
  },
  {
    clause: 'W7',
    what: 'a decision that returns to an earlier status sends nothing',
    find: 'if (!subscribed || kind === null) return inquiry',
    replace:
      'if (!subscribed || kind === null || inquiry.history.filter((entry) => entry.status === inquiry.status).length > 1) return inquiry',
  },
  {
    clause: 'W7',
    what: "events reach other tenants' endpoints",
    find: "for (const endpoint of store.endpoints.listBy('tenant', tenant.id)) {",
    replace: 'for (const endpoint of store.endpoints.values()) {',
  },
  {
    clause: 'W8',
    what: 'a template without a list delivers everything',
    find: SUBSCRIBED,
    replace: `${SUBSCRIBED} ?? ['inquiry.approved', 'inquiry.review_in_progress', 'inquiry.declined']`,
  },
  {
    clause: 'W8',
    what: 'an empty list delivers everything',
    find: 'subscribed.includes(candidate)',
    replace: '(subscribed.length === 0 || subscribed.includes(candidate))',
  },
  {
    clause: 'W8',
    what: "subscriptions come from the template's newest revision",
    find: SUBSCRIBED,
    replace:
      "store.revisions.listBy('template', inquiry.templateId).at(-1).definition.webhooks?.subscribe",
  },
  {
    clause: 'W9',
    what: 'all capabilities are reported as succeeded',
    find: 'return results.findLast((result) => result.capability === step)?.succeeded === true',
    replace: 'return true',
  },
  {
    clause: 'W9',
    what: 'a capability that succeeded at the second attempt is left out',
    find: 'results.findLast((result)',
    replace: 'results.find((result)',
  },
  {
    clause: 'W9',
    what: 'SIGNATURE is reported as a capability',
    find: "if (step === 'SIGNATURE') return false",
    replace: '',
  },
  {
    clause: 'W9',
    what: 'the correlation id is random',
    find: EVENT_DATA,
    replace: `${EVENT_DATA.replace(', correlationId', '')}\n  const correlationId = crypto.randomUUID()`,
  },
  {
    clause: 'W9',
    what: 'the correlation id is that of the last read',
    find: 'presentInquiry(seen, tenant)',
    replace:
      "presentInquiry(seen, tenant, store.inquiries.put({ ...found.inquiry, correlationId: c.get('correlationId') }))",
  },
  {
    clause: 'W9',
    what: 'approvedAt is when the inquiry was opened',
    find: 'approvedAt: at,',
    replace: 'approvedAt: inquiry.openedAt,',
  },
  {
    clause: 'W9',
    what: "the event of an approval after a review carries the review's status",
    find: EVENT_DATA,
    replace: `${EVENT_DATA.replace('status, ', '')}\n  const status = inquiry.history.find((entry) => entry.status === 'NEEDS_REVIEW')?.status ?? inquiry.status`,
  },
]
