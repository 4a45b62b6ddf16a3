// Services that get endpoints, secrets, signatures, deliveries or events wrong (W1–W9).
import { createHmac, randomUUID } from 'node:crypto'
import {
  approving,
  losing,
  onControl,
  sending,
  type WrongService,
  withHeaders,
  wrong,
} from './mistakes.ts'
import {
  type Attempt,
  answer,
  type Call,
  type Endpoint,
  type Inquiry,
  type Json,
  type Mistake,
  recordIn,
  signature,
  text,
  type World,
  withBody,
} from './proxy.ts'

const APPROVAL = 'inquiry.approved'
const DECLINE = 'inquiry.declined'
const isResending = /^POST \/deliveries\/[\w-]+\/resend/
const isEnding = /^POST \/inquiries\/[\w-]+\/(complete|decide)/

/** Signs with another secret of the endpoint. */
const signingWith = (choose: (attempt: Attempt) => string | undefined) =>
  withHeaders((attempt) => {
    const secret = choose(attempt)
    return secret === undefined ? {} : signature(attempt.bytes, secret)
  })

/** Sends events to an endpoint that was removed. */
const sendingToRemoved = (
  pattern: RegExp,
  choose: (endpoint: Endpoint) => Attempt | undefined,
): Mistake => {
  const sent = new Set<Endpoint>()
  return onControl(pattern, async (_, next, world) => {
    const given = await next()
    for (const endpoint of world.endpoints) {
      const attempt = choose(endpoint)
      if (!endpoint.isRemoved || sent.has(endpoint) || !attempt) continue
      sent.add(endpoint)
      await world.send(endpoint, attempt.event)
    }
    return given
  })
}

/** Changes the secret that a call returns. The changed one signs. */
const withSecret = (
  pattern: RegExp,
  choose: (endpoint: Endpoint, call: Call, world: World) => string | undefined,
): Mistake => ({
  ...onControl(pattern, async (call, next, world) => {
    const given = await next()
    const shown = 'endpoint' in given.body ? recordIn(given.body, 'endpoint') : given.body
    const endpoint = world.endpoints.find(({ id }) => id !== '' && id === shown.id)
    const secret = endpoint && choose(endpoint, call, world)
    if (!endpoint || secret === undefined) return given
    endpoint.secrets.splice(-1, 1, secret)
    const changed = { ...shown, secret }
    return withBody(
      given,
      'endpoint' in given.body ? { ...given.body, endpoint: changed } : changed,
    )
  }),
  deliver: ({ bytes }, send) => send(bytes),
})

/** Sends an event of its own after an order to complete or decide an inquiry. */
const addingEvents = (choose: (inquiry: Inquiry, world: World) => string | null): Mistake =>
  onControl(isEnding, async (call, next, world) => {
    const given = await next()
    const inquiry = world.inquiry(call.inquiryId)
    const type = inquiry && given.status < 300 ? choose(inquiry, world) : null
    if (!inquiry || type === null) return given
    const createdAt = new Date(await world.nowMs(inquiry.tenant)).toISOString()
    const data = { inquiryId: inquiry.id, referenceId: inquiry.opened.body.referenceId }
    for (const endpoint of inquiry.tenant.endpoints)
      await world.send(endpoint, { id: randomUUID(), type, createdAt, data })
    return given
  })

/** How often an event of this kind about this inquiry has been delivered before, by other ids. */
const earlier = ({ endpoint, event }: Attempt, kind: string | null = event.type) =>
  endpoint.attempts
    .map((each) => each.event)
    .filter(({ id, type, data }) => {
      const isSame = data.inquiryId === event.data.inquiryId && id !== event.id
      return isSame && (kind === null || type === kind)
    })

const inquiryOf = ({ event }: Attempt, world: World) => world.inquiry(event.data.inquiryId)

const DELIVERIES: readonly WrongService[] = [
  wrong('W1', 'a delivery keeps the secret that signed its first attempt', () => {
    const first = new Map<string, string | undefined>()
    return signingWith(({ event, endpoint }) => {
      const id = `${event.id} ${endpoint.url}`
      first.set(id, first.get(id) ?? endpoint.secrets.at(-1))
      return first.get(id)
    })
  }),
  wrong('W1', "the secret of the tenant's first endpoint signs for all", () =>
    signingWith(({ endpoint }) => endpoint.tenant.endpoints[0]?.secrets.at(-1)),
  ),
  wrong(
    'W1',
    'after a rotation the old secret signs every second attempt forever',
    () => signingWith(({ endpoint, number }) => endpoint.secrets.at(number % 2 === 1 ? -2 : -1)),
    { alsoBreaks: [] },
  ),
  wrong('W1', "rotating one endpoint's secret changes the tenant's others", () =>
    signingWith(({ endpoint }) => {
      const isRotated = endpoint.tenant.endpoints.some(({ secrets }) => secrets.length > 1)
      return isRotated && endpoint.secrets.length === 1 ? 'whsec_another' : endpoint.secrets.at(-1)
    }),
  ),
  wrong('W1', 'a removed endpoint still gets deliveries that were due', () =>
    sendingToRemoved(/^POST \/clock\/advance/, ({ attempts }) => attempts.at(-1)),
  ),
  wrong('W1', 'a delivered event can be resent to a removed endpoint', () =>
    sendingToRemoved(isResending, ({ attempts }) => attempts[0]),
  ),
  wrong(
    'W1',
    "an endpoint gets the secret of an earlier one at the same URL, even another tenant's",
    () =>
      withSecret(
        /^POST \/tenants/,
        (endpoint, _, { endpoints }) =>
          endpoints.find((each) => each.url === endpoint.url && each !== endpoint)?.secrets[0],
      ),
  ),
  wrong('W1', 'the first endpoint of every tenant has the same secret', () =>
    withSecret(/^POST \/tenants/, ({ tenant }) =>
      tenant.endpoints.length === 1 ? `whsec_${'A'.repeat(43)}` : undefined,
    ),
  ),
  wrong('W2', 'an endpoint may be plain HTTP', () =>
    onControl(/^POST \/tenants\/[\w-]+\/endpoints/, async ({ body }, next) =>
      text(body.url).startsWith('http://merchant') ? answer(201, { id: 'x', secret: 'x' }) : next(),
    ),
  ),
  wrong('W2', 'an endpoint may have any scheme', () =>
    onControl(/^POST \/tenants\/[\w-]+\/endpoints/, async ({ body }, next) =>
      /^(?!http)/.test(text(body.url)) ? answer(201, { id: 'x', secret: 'x' }) : next(),
    ),
  ),
  wrong(
    'W3',
    'the body is serialised again after it was signed',
    () => ({
      deliver: ({ event, headers }, send) =>
        send(Buffer.from(JSON.stringify(event, null, 2)), headers),
    }),
    { alsoBreaks: ['W1'] },
  ),
  wrong(
    'W3',
    'a retry carries the signature of an empty body',
    () =>
      withHeaders(({ number, endpoint }) =>
        number > 1 ? signature(Buffer.from(''), endpoint.secrets.at(-1) ?? '') : {},
      ),
    { alsoBreaks: ['W1'] },
  ),
  wrong('W4', 'the signature is a bare digest', () =>
    withHeaders(({ headers }) => ({
      'x-service-signature': (headers['x-service-signature'] ?? '').replace('sha256=', ''),
    })),
  ),
  wrong(
    'W4',
    'nothing is signed from the third attempt on',
    () => withHeaders(({ number }) => (number > 2 ? { 'x-service-signature': '' } : {})),
    { alsoBreaks: ['W1', 'W3'] },
  ),
  wrong('W5', 'deliveries to all endpoints share an id', () =>
    withHeaders(({ event }) => ({ 'x-service-delivery-id': text(event.data.inquiryId) })),
  ),
  wrong('W5', 'every delivery has the same id', () =>
    withHeaders(() => ({ 'x-service-delivery-id': 'delivery' })),
  ),
  wrong('W5', 'a retry has no delivery id', () =>
    withHeaders(({ number }) => (number > 1 ? { 'x-service-delivery-id': '' } : {})),
  ),
]

const EVENTS: readonly WrongService[] = [
  wrong('W6', 'the event id is new from the third attempt on', () =>
    sending((event, { number }) => (number > 2 ? { ...event, id: randomUUID() } : event)),
  ),
  wrong('W6', 'createdAt is the time of the attempt', () =>
    sending(async (event, { endpoint }, world) => {
      return { ...event, createdAt: new Date(await world.nowMs(endpoint.tenant)).toISOString() }
    }),
  ),
  wrong('W6', 'each endpoint gets the event with a different id', () =>
    sending((event, { endpoint }) => {
      const hash = createHmac('sha256', endpoint.url).update(event.id).digest('hex')
      return { ...event, id: event.id.slice(0, -12) + hash.slice(0, 12) }
    }),
  ),
  wrong('W6', 'a second approval sends the event of the first again', () =>
    sending((event, attempt) => {
      const [first] = earlier(attempt)
      return event.type === APPROVAL && first ? first : event
    }),
  ),
  wrong('W6', 'events of two tenants share ids', () => {
    const numbers = new Map<string, number>()
    return sending((event, { endpoint }) => {
      const own = endpoint.tenant.endpoints.flatMap(({ attempts }) => attempts)
      const ids = [...new Set(own.map((each) => each.event.id))]
      numbers.set(event.id, numbers.get(event.id) ?? ids.indexOf(event.id))
      const number = String(numbers.get(event.id)).padStart(12, '0')
      return { ...event, id: `00000000-0000-4000-8000-${number}` }
    })
  }),
  wrong('W6', 'an event resent by hand has a new id', () => {
    let isResent = false
    const resending = onControl(isResending, async (_, next) => {
      isResent = true
      return next()
    })
    return {
      ...resending,
      ...sending((event) => (isResent ? { ...event, id: randomUUID() } : event)),
    }
  }),
  wrong('W7', 'a failure sends inquiry.declined', () =>
    addingEvents(({ statuses }) => (statuses.at(-1) === 'FAILED' ? DECLINE : null)),
  ),
  wrong(
    'W7',
    'every event is sent twice',
    () => ({
      async deliver(_, send) {
        await send()
        return send()
      },
    }),
    { alsoBreaks: ['P3'] },
  ),
  wrong('W7', 'a delivered event is sent again the next day', () => {
    const again = new Map<Attempt, number>()
    return {
      async call(call, next, world) {
        const given = await next()
        if (!call.path.startsWith('/sandbox/clock/advance')) return given
        for (const [attempt, atMs] of again) {
          const { endpoint, event } = attempt
          if ((await world.nowMs(endpoint.tenant)) < atMs + 86_400_000) continue
          again.delete(attempt)
          if (!endpoint.isRemoved) await world.send(endpoint, event)
        }
        return given
      },
      async deliver(attempt, send, world) {
        const status = await send()
        const isFirst = attempt.number === 1 && status < 300
        if (isFirst) again.set(attempt, await world.nowMs(attempt.endpoint.tenant))
        return status
      },
    }
  }),
  wrong('W7', "events reach other tenants' endpoints", () => ({
    async deliver({ event, endpoint }, send, world) {
      for (const other of world.endpoints)
        if (other.tenant !== endpoint.tenant) await world.send(other, event)
      return send()
    },
  })),
  wrong('W7', 'inquiries with the same referenceId send only one event', () =>
    losing(({ event, endpoint }) =>
      endpoint.attempts.some(({ event: other }) => {
        const isShared = other.data.referenceId === event.data.referenceId
        return (
          isShared &&
          other.data.inquiryId !== event.data.inquiryId &&
          event.data.referenceId !== null
        )
      }),
    ),
  ),
  wrong('W7', 'an endpoint that failed once gets no more events', () => {
    const failed = new Map<Endpoint, string>()
    return {
      async deliver({ endpoint, event }, send) {
        if ((failed.get(endpoint) ?? event.id) !== event.id) return 200
        const status = await send()
        if (status === 500) failed.set(endpoint, event.id)
        return status
      },
    }
  }),
  wrong('W7', 'a retry also goes to endpoints that accepted the event', () => ({
    async deliver({ event, number, endpoint }, send, world) {
      const others = endpoint.tenant.endpoints.filter((each) => each !== endpoint)
      if (number === 2) for (const other of others) await world.send(other, event)
      return send()
    },
  })),
  wrong('W7', 'a decision that changes nothing sends its event again', () =>
    addingEvents(({ statuses }) => {
      const isSame = statuses.at(-1) === statuses.at(-2)
      return isSame && statuses.at(-1) === 'APPROVED' ? APPROVAL : null
    }),
  ),
  wrong('W7', 'a decision after expiresAt sends nothing', () =>
    losing(async (attempt, world) => {
      const inquiry = inquiryOf(attempt, world)
      const expiresAtMs = Date.parse(text(inquiry?.opened.body.expiresAt))
      return Date.parse(attempt.event.createdAt) > expiresAtMs
    }),
  ),
  wrong('W8', 'a template without a list delivers everything', () =>
    addingEvents(({ tenant, statuses }) => {
      const [first] = tenant.revisions
      const isSilent = tenant.revisions.length === 1 && first?.definition.webhooks === undefined
      const isUsual = first?.definition.steps === undefined
      return isSilent && !isUsual && statuses.at(-1) === 'APPROVED' ? APPROVAL : null
    }),
  ),
  wrong('W8', "subscriptions come from the template's newest revision", () =>
    losing(({ endpoint, event }) => {
      const definition: Json = endpoint.tenant.revisions.at(-1)?.definition ?? {}
      const isSilent = definition.steps !== undefined && definition.webhooks === undefined
      return isSilent && event.type !== ''
    }),
  ),
  wrong('W9', "the event carries the referenceId of the tenant's newest inquiry", () =>
    approving((_, { endpoint }) => ({
      referenceId: endpoint.tenant.inquiries.at(-1)?.opened.body.referenceId ?? null,
    })),
  ),
  wrong('W9', 'a second approval has the approvedAt of the first', () =>
    approving(({ approvedAt }, attempt) => {
      const [first] = earlier(attempt)
      return { approvedAt: first?.data.approvedAt ?? approvedAt }
    }),
  ),
  wrong('W9', "a retry reports the inquiry's current status", () =>
    approving(async ({ status }, attempt, world) => {
      const inquiry = inquiryOf(attempt, world)
      const isRetry = attempt.number > 1 && inquiry
      return { status: isRetry ? (await world.asOwner(inquiry)).body.status : status }
    }),
  ),
  wrong('W9', 'the correlation id is that of the last request about the inquiry', () => {
    const last = new Map<string, string>()
    return {
      async call(call, next) {
        const id = call.headers['x-correlation-id']
        if (id && call.inquiryId) last.set(call.inquiryId, id)
        return next()
      },
      ...approving(({ correlationId, inquiryId }) => ({
        correlationId: last.get(text(inquiryId)) ?? correlationId,
      })),
    }
  }),
  wrong('W9', 'a retry of the open replaces the correlation id of the open', () => {
    const replaced = new Map<unknown, string | undefined>()
    const opened = new Set<unknown>()
    return {
      async call(call, next) {
        const given = await next()
        const { inquiryId } = given.body
        if (call.route === 'open' && opened.has(inquiryId))
          replaced.set(inquiryId, call.headers['x-correlation-id'])
        if (call.route === 'open') opened.add(inquiryId)
        return given
      },
      ...approving(({ correlationId, inquiryId }) => ({
        correlationId: replaced.get(inquiryId) ?? correlationId,
      })),
    }
  }),
]

export const WEBHOOKS: readonly WrongService[] = [...DELIVERIES, ...EVENTS]
