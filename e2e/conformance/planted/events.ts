// Services that send the wrong events: wrong ids, times or kinds, too many or too few (W6–W8).
import type { WrongService } from './wrong-service.ts'

const EVENT_BODY = 'bodyToSign(delivery.body, fault)'
const eventWith = (fields: string) =>
  `bodyToSign(JSON.stringify({ ...JSON.parse(delivery.body), ${fields} }), fault)`
const SUBSCRIBED = 'store.revisions.require(inquiry.revisionId).definition.webhooks?.subscribe'
const KEPT_DELIVERY = 'for (const planned of withScheduleFault(store, inquiry, delivery)) {'
const NO_EVENT = 'if (!subscribed || kind === null) return inquiry'
const NEW_EVENT_ID = 'const eventId = randomUUID()'

export const EVENTS: readonly WrongService[] = [
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
    find: NO_EVENT,
    replace: 'if (!subscribed || kind === null || inquiry.lastEventAt !== null) return inquiry',
  },
  {
    clause: 'W7',
    what: 'a decision that returns to an earlier status sends nothing',
    find: NO_EVENT,
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
    clause: 'W6',
    what: 'a second approval sends the event of the first again, byte for byte',
    find: 'const body = JSON.stringify({ id: eventId, type: kind, createdAt, data })',
    replace: `const earlier = store.deliveries.listBy('inquiry', inquiry.id).find((other) => other.kind === kind)
  const body = earlier ? earlier.body : JSON.stringify({ id: eventId, type: kind, createdAt, data })`,
  },
  {
    clause: 'W6',
    what: 'the event id is new from the third attempt on',
    find: EVENT_BODY,
    replace:
      'bodyToSign(delivery.attempts < 2 ? delivery.body : delivery.body.replace(delivery.eventId, randomUUID()), fault)',
  },
  {
    clause: 'W6',
    what: 'events of two tenants share ids',
    find: NEW_EVENT_ID,
    replace:
      "const eventId = '00000000-0000-4000-8000-' + String(store.deliveries.listBy('tenant', tenant.id).length).padStart(12, '0')",
  },
  {
    clause: 'W7',
    what: 'a second review sends nothing',
    find: NO_EVENT,
    replace:
      "if (!subscribed || kind === null || (kind === 'inquiry.review_in_progress' && inquiry.history.filter(({ status }) => status === 'NEEDS_REVIEW').length > 1)) return inquiry",
  },
  {
    clause: 'W7',
    what: 'a review or a decline after a failure sends nothing',
    find: NO_EVENT,
    replace:
      "if (!subscribed || kind === null || (kind !== 'inquiry.approved' && inquiry.history.at(-2)?.status === 'FAILED')) return inquiry",
  },
  {
    clause: 'W7',
    what: 'an approval that is reversed to FAILED sends inquiry.declined',
    find: 'const kind = kindOf(inquiry.status)',
    replace:
      "const kind = inquiry.status === 'FAILED' && inquiry.history.at(-2)?.status === 'APPROVED' ? 'inquiry.declined' : kindOf(inquiry.status)",
  },
  {
    clause: 'W7',
    what: 'an inquiry whose revision has been disabled since sends nothing',
    find: SUBSCRIBED,
    replace:
      "store.revisions.listBy('template', inquiry.templateId).find(({ id, enabled }) => id === inquiry.revisionId && enabled)?.definition.webhooks?.subscribe",
  },
  {
    clause: 'W8',
    what: 'without a pin, subscriptions come from a revision published after the open',
    find: 'revisionId: revision.id,\n      referenceId,',
    replace:
      'revisionId: revision.id,\n      isPinned: request.templateRevisionId !== undefined,\n      referenceId,',
    and: [
      {
        find: SUBSCRIBED,
        replace: `(inquiry.isPinned
    ? store.revisions.require(inquiry.revisionId)
    : store.revisions.listBy('template', inquiry.templateId).findLast(({ publishedAt, enabled }) => publishedAt && enabled) ?? store.revisions.require(inquiry.revisionId)
  ).definition.webhooks?.subscribe`,
      },
    ],
  },
  {
    clause: 'W8',
    what: 'a failure sends inquiry.failed, to which no template subscribes',
    find: "['DECLINED', 'inquiry.declined'],",
    replace: "['DECLINED', 'inquiry.declined'], ['FAILED', 'inquiry.failed'],",
    and: [
      {
        find: 'subscribed.includes(candidate)',
        replace: "(subscribed.includes(candidate) || candidate === 'inquiry.failed')",
      },
    ],
  },
]
