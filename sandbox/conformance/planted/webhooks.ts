// Services whose endpoints, secrets, signatures, deliveries or events differ (W1–W9).
import { createHash, randomUUID } from 'node:crypto'
import type { Endpoint, Inquiry } from '../../state/entities.ts'
import {
  afterControl,
  approving,
  endpointsOf,
  idIn,
  losing,
  onControl,
  openingAs,
  type PlantedService,
  sending,
  service,
  siblings,
  withHeaders,
} from './mistakes.ts'
import {
  type Attempt,
  answer,
  type Event,
  type Mistake,
  recordIn,
  signature,
  text,
  type World,
  withBody,
} from './proxy.ts'

const APPROVAL = 'inquiry.approved'
const DECLINE = 'inquiry.declined'
const DAY_MS = 86_400_000
/** The fields of an approval's data that a decline lacks. */
const APPROVED = {
  status: 'APPROVED',
  approvedAt: '2026-11-28T00:00:00.000Z',
  succeededCapabilities: [],
}
const isResending = /^POST \/deliveries\/[\w-]+\/resend/
const isRegistering = /^POST \/tenants/

/** Signs with another secret. */
const signingWith = (choose: (attempt: Attempt) => string | undefined) =>
  withHeaders((attempt) => {
    const secret = choose(attempt)
    return secret === undefined ? {} : signature(attempt.bytes, secret)
  })

/** Chooses the secret of a new endpoint. */
const withSecret = (choose: (endpoint: Endpoint, world: World) => string | undefined) =>
  onControl(isRegistering, async (_, next, world) => {
    const given = await next()
    const isTenant = 'endpoint' in given.body
    const shown = isTenant ? recordIn(given.body, 'endpoint') : given.body
    const endpoint = world.store.endpoints.get(text(shown.id))
    const secret = endpoint && choose(endpoint, world)
    if (!endpoint || !secret) return given
    world.store.endpoints.put({ ...endpoint, secret })
    return withBody(given, isTenant ? { endpoint: { ...shown, secret } } : { secret })
  })

/** Sends additional events after a call that completes or decides an inquiry. */
const addingEvents = (
  choose: (now: Inquiry, before: Inquiry, world: World) => string | null,
): Mistake =>
  onControl(/^POST \/inquiries\/[\w-]+\/(complete|decide)/, async (call, next, world) => {
    const { store, clock } = world
    const before = store.inquiries.require(call.inquiryId)
    const given = await next()
    const inquiry = store.inquiries.require(call.inquiryId)
    const { id, tenantId, referenceId } = inquiry
    const type = given.status < 300 ? choose(inquiry, before, world) : null
    if (type === null) return given
    const data = { inquiryId: id, referenceId }
    const event = { id: randomUUID(), type, createdAt: clock.nowIso(tenantId), data }
    for (const endpoint of endpointsOf(tenantId, world)) await world.send(endpoint, event)
    return given
  })

/** The first event that the endpoint got of this kind and about the same inquiry, unless it is this event. */
const firstLike = ({ event, earlier }: Attempt): Event | undefined =>
  earlier.find(
    ({ id, type, data }) =>
      id !== event.id && type === event.type && data.inquiryId === event.data.inquiryId,
  )

const eventIn = (body: string): Event => JSON.parse(body)

const DELIVERIES: readonly PlantedService[] = [
  service('R2', 'a delivery keeps the secret that signed its first attempt', () => {
    const first = new Map<string, string>()
    return signingWith(({ event, endpoint: { url, secret } }) => {
      const id = `${event.id} ${url}`
      first.set(id, first.get(id) ?? secret)
      return first.get(id)
    })
  }),
  service('W1', "the secret of the tenant's first endpoint signs for all", () => {
    const first = new Map<string, Endpoint>()
    return signingWith(({ endpoint }) => {
      first.set(endpoint.tenantId, first.get(endpoint.tenantId) ?? endpoint)
      const one = first.get(endpoint.tenantId)
      return one?.url === endpoint.url ? undefined : one?.secret
    })
  }),
  service('W1', 'after a rotation the old secret signs every second attempt forever', () => {
    const old = new Map<string, string>()
    return {
      ...onControl(/^POST \/endpoints\/[\w-]+\/rotate/, async (call, next, { store }) => {
        const { url, secret } = store.endpoints.require(idIn(call))
        old.set(url, secret)
        return next()
      }),
      ...signingWith(({ endpoint, number }) => (number % 2 ? old.get(endpoint.url) : undefined)),
    }
  }),
  service('W1', "rotating one endpoint's secret changes the tenant's others", () =>
    afterControl(/^POST \/endpoints\/[\w-]+\/rotate/, (call, world) => {
      const { tenantId, id } = world.store.endpoints.require(idIn(call))
      for (const each of endpointsOf(tenantId, world))
        if (each.id !== id) world.store.endpoints.put({ ...each, secret: 'whsec_another' })
    }),
  ),
  service('R2', 'a removed endpoint still gets deliveries that were due', () =>
    onControl(/^DELETE \/endpoints\//, async (call, next, world) => {
      const { endpoints, deliveries } = world.store
      const due = deliveries.listBy('state', 'DUE')
      const endpoint = endpoints.require(idIn(call))
      const given = await next()
      for (const { endpointId, body } of due)
        if (endpointId === endpoint.id) await world.send(endpoint, eventIn(body))
      return given
    }),
  ),
  service(
    'W1',
    "an endpoint gets the secret of an earlier one at the same URL, even another tenant's",
    () =>
      withSecret(
        (endpoint, { store }) =>
          store.endpoints.values().find(({ id, url }) => url === endpoint.url && id !== endpoint.id)
            ?.secret,
      ),
  ),
  service('W1', 'the first endpoint of every tenant has the same secret', () =>
    withSecret(({ tenantId }, { store }) =>
      store.endpoints.listBy('tenant', tenantId).length === 1
        ? `whsec_${'A'.repeat(43)}`
        : undefined,
    ),
  ),
  ...[/^http:\/\/merchant/, /^(?!http)/].map((accepted) =>
    service('W2', `an endpoint's URL may match ${accepted}`, () =>
      onControl(/^POST \/tenants\/[\w-]+\/endpoints/, async ({ body }, next) =>
        accepted.test(text(body.url)) ? answer(201, { id: 'x', secret: 'x' }) : next(),
      ),
    ),
  ),
  service('W3 W1', 'the body is serialised again after it was signed', () => ({
    deliver: ({ event, headers }, send) =>
      send(Buffer.from(JSON.stringify(event, null, 2)), headers),
  })),
  service('W3 W1', 'a retry carries the signature of an empty body', () =>
    withHeaders(({ number, endpoint }) =>
      number > 1 ? signature(Buffer.from(''), endpoint.secret) : {},
    ),
  ),
  service('W4', 'the signature is a bare digest', () =>
    withHeaders(({ headers }) => ({
      'x-service-signature': (headers['x-service-signature'] ?? '').replace('sha256=', ''),
    })),
  ),
  service(
    'W4 W1 W3',
    'nothing is signed from the third attempt on',
    (): Mistake =>
      withHeaders(
        ({ number }): Record<string, string> => (number > 2 ? { 'x-service-signature': '' } : {}),
      ),
  ),
  service('W5', 'deliveries to all endpoints share an id', () =>
    withHeaders(({ event }) => ({ 'x-service-delivery-id': text(event.data.inquiryId) })),
  ),
  service('W5', 'every delivery has the same id', () =>
    withHeaders(() => ({ 'x-service-delivery-id': 'delivery' })),
  ),
  service('W5', 'a retry has no delivery id', () =>
    withHeaders(
      ({ number }): Record<string, string> => (number > 1 ? { 'x-service-delivery-id': '' } : {}),
    ),
  ),
]

const EVENTS: readonly PlantedService[] = [
  service('R3', 'the event id is new from the third attempt on', () =>
    sending((event, { number }) => (number > 2 ? { ...event, id: randomUUID() } : event)),
  ),
  service('N30', 'createdAt is the time of the attempt', () =>
    sending((event, { endpoint }, { clock }) => ({
      ...event,
      createdAt: clock.nowIso(endpoint.tenantId),
    })),
  ),
  service('R3', 'each endpoint gets the event with a different id', () =>
    sending((event, { url }) => {
      const hash = createHash('sha256').update(`${url} ${event.id}`).digest('hex')
      return { ...event, id: event.id.slice(0, -12) + hash.slice(0, 12) }
    }),
  ),
  service('R3', 'a second approval sends the event of the first again', () =>
    sending((event, attempt) => (event.type === APPROVAL && firstLike(attempt)) || event),
  ),
  service('R3', 'events of two tenants share ids', () => {
    const numbers = new Map<string, Map<string, string>>()
    return sending((event, { endpoint: { tenantId } }) => {
      const own = numbers.get(tenantId) ?? new Map<string, string>()
      numbers.set(tenantId, own)
      own.set(event.id, own.get(event.id) ?? String(own.size).padStart(12, '0'))
      return { ...event, id: `00000000-0000-4000-8000-${own.get(event.id)}` }
    })
  }),
  service('R3', 'an event resent by hand has a new id', () => {
    let isResent = false
    return {
      ...onControl(isResending, async (_, next) => {
        isResent = true
        return next()
      }),
      ...sending((event) => (isResent ? { ...event, id: randomUUID() } : event)),
    }
  }),
  service('R3', 'a failure sends inquiry.declined', () =>
    addingEvents(({ status }) => (status === 'FAILED' ? DECLINE : null)),
  ),
  service('W9 R3', 'a decision that changes nothing sends its event again', () =>
    addingEvents((now, before) => {
      const isSame = now.status === before.status && now.history.length === before.history.length
      return isSame && now.status === 'APPROVED' ? APPROVAL : null
    }),
  ),
  service('R3', 'a delivered event is sent again the next day', () => {
    const again = new Map<Attempt, number>()
    return {
      ...afterControl(/^POST \/clock\/advance/, async (_, world) => {
        for (const [{ endpoint, event }, atMs] of again) {
          if (world.clock.nowMs(endpoint.tenantId) < atMs + DAY_MS) continue
          for (const attempt of again.keys()) if (attempt.event === event) again.delete(attempt)
          const { removedAt } = world.store.endpoints.require(endpoint.id)
          if (removedAt === null) await world.send(endpoint, event)
        }
      }),
      async deliver(attempt, send, { clock }) {
        const status = await send()
        const isFirst = attempt.number === 1 && status < 300
        if (isFirst) again.set(attempt, clock.nowMs(attempt.endpoint.tenantId))
        return status
      },
    }
  }),
  service('W7', "events reach other tenants' endpoints", () => ({
    async deliver({ event, endpoint }, send, world) {
      for (const other of world.store.endpoints.values())
        if (other.tenantId !== endpoint.tenantId && other.removedAt === null)
          await world.send(other, event)
      return send()
    },
  })),
  service('N8', 'an endpoint that failed once gets no more events', () => {
    const failed = new Map<string, string>()
    return {
      async deliver({ url, event }, send) {
        if ((failed.get(url) ?? event.id) !== event.id) return 200
        const status = await send()
        if (status === 500) failed.set(url, event.id)
        return status
      },
    }
  }),
  service('N8', 'a retry also goes to endpoints that accepted the event', () => ({
    async deliver({ event, number, endpoint }, send, world) {
      const others = endpointsOf(endpoint.tenantId, world).filter(({ id }) => id !== endpoint.id)
      if (number === 2) for (const other of others) await world.send(other, event)
      return send()
    },
  })),
  service('W7', 'a decision after expiresAt sends nothing', () =>
    losing(({ event, inquiry }) => event.createdAt > (inquiry?.expiresAt ?? event.createdAt)),
  ),
  service('W8', 'a template without a list delivers everything', () =>
    addingEvents(({ status, revisionId }, _, { store }) => {
      const { number, definition } = store.revisions.require(revisionId)
      const isSilent = number === 1 && definition.webhooks === undefined
      return isSilent && status === 'APPROVED' ? APPROVAL : null
    }),
  ),
  service('W8', "subscriptions come from the template's newest revision", () =>
    losing(({ inquiry }, { store }) => {
      const newest = store.revisions.listBy('template', inquiry?.templateId ?? '').at(-1)
      return newest !== undefined && newest.definition.webhooks === undefined
    }),
  ),
  service('W9', "the event carries the referenceId of the tenant's newest inquiry", () =>
    approving((_, { inquiry }, world) => ({
      referenceId: inquiry && siblings(inquiry, world).at(-1)?.referenceId,
    })),
  ),
  service('N30', 'a second approval has the approvedAt of the first', () =>
    approving(({ approvedAt }, attempt) => ({
      approvedAt: firstLike(attempt)?.data.approvedAt ?? approvedAt,
    })),
  ),
  service('W9', "a retry reports the inquiry's current status", () =>
    approving(({ status }, { number, inquiry }) => ({
      status: number > 1 && inquiry ? inquiry.status : status,
    })),
  ),
  service('R5', 'a retry of the open replaces the correlation id of the open', () =>
    openingAs((_, { headers }, isRetry) =>
      isRetry ? { correlationId: headers['x-correlation-id'] ?? randomUUID() } : {},
    ),
  ),
  service('W5', 'events are sent as text', () =>
    withHeaders(() => ({ 'content-type': 'text/plain' })),
  ),
  service('N11', "the delivery id is the event's", () =>
    withHeaders(({ event }) => ({ 'x-service-delivery-id': event.id })),
  ),
  service('W6', 'createdAt has no milliseconds', () =>
    sending((event) => ({ ...event, createdAt: event.createdAt.replace(/\.\d+Z$/, 'Z') })),
  ),
  service('W6 R3', 'every event has the same id', () =>
    sending((event) => ({ ...event, id: '3f2b8c1d-9e4a-4c6f-8a7b-5d0e1f2a3b4c' })),
  ),
  service('W7 W8 R3', 'no inquiry.declined is sent', () =>
    losing(({ event }) => event.type === DECLINE),
  ),
  service('W7 R3', 'a decline is sent as an approval', () =>
    sending((event) =>
      event.type === DECLINE
        ? { ...event, type: APPROVAL, data: { ...event.data, ...APPROVED } }
        : event,
    ),
  ),
  service('W9', 'correlationId is not a UUID', () =>
    approving(() => ({ correlationId: 'trace-7' })),
  ),
  service('W9', 'an approval does not say when', () =>
    approving(() => ({ approvedAt: undefined })),
  ),
  service('N12', 'approvedAt has another zone and no milliseconds', () =>
    approving(({ approvedAt }) => ({
      approvedAt: new Date(Date.parse(text(approvedAt)) + 3_600_000)
        .toISOString()
        .replace(/\.\d+Z$/, '+01:00'),
    })),
  ),
  service('R4', 'kinds that the contract does not name need no subscription', () => ({
    async deliver({ event, endpoint }, send, world) {
      const status = await send()
      const future = { ...event, id: randomUUID(), type: 'inquiry.future' }
      if (event.type === APPROVAL) await world.send(endpoint, future)
      return status
    },
  })),
  service('R5', 'succeededCapabilities has names of its own', () =>
    approving(() => ({ succeededCapabilities: ['IDENTITY'] })),
  ),
  service('R8', 'an endpoint at localhost must be HTTPS', () =>
    onControl(/^POST \/tenants\/[\w-]+\/endpoints/, async ({ body }, next) =>
      text(body.url).startsWith('http://localhost:9/') ? answer(400) : next(),
    ),
  ),
]

export const WEBHOOKS: readonly PlantedService[] = [...DELIVERIES, ...EVENTS]
