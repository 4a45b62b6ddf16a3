// Events: W6–W10. Checks that span an inquiry's whole life are in lives.ts.
import { z } from 'zod'
import {
  ALL_KINDS,
  APPROVAL,
  CAPABILITIES,
  dataOf,
  type Endpoint,
  eventOf,
  eventsAbout,
  type OwnTenant,
  USUAL_DEFINITION,
} from '../control.ts'
import {
  dateTimeSchema,
  demand,
  expectMembers,
  expectShape,
  fieldOf,
  isRecord,
  MINUTE_S,
  Unreachable,
  UUID,
  uuidSchema,
} from '../expectations.ts'
import {
  expectExactlyOneEventPerTransition,
  expectOnlySubscribed,
  expectOwnApprovals,
  expectOwnIdsAndTimes,
  kindsOf,
} from '../lives.ts'
import { type Fields, newReference, openedId } from '../merchant.ts'
import type { Delivery } from '../receiver.ts'
import { clause } from '../run.ts'

const envelopeSchema = z.object({
  id: uuidSchema,
  type: z.string().min(1),
  createdAt: dateTimeSchema,
  data: z.record(z.string(), z.unknown()),
})
const approvedSchema = z.object({
  inquiryId: uuidSchema,
  /** Null, empty or absent if none was given (N21). */
  referenceId: z.string().nullish(),
  status: z.literal('APPROVED'),
  approvedAt: dateTimeSchema,
  correlationId: uuidSchema,
  succeededCapabilities: z.array(z.enum(CAPABILITIES)),
})

export const EVENTS = [
  clause('W6', 'envelope: id, type, createdAt, data', async (run) => {
    for (const event of (await run.deliveries()).map(eventOf)) {
      const kind = String(event.type)
      // N13: anything may be in another kind.
      if (!ALL_KINDS.includes(kind)) continue
      expectShape(envelopeSchema, event, kind)
    }
    await run.also('every transition', async () => expectOwnIdsAndTimes(await run.lives()))
    await run.also('every attempt', async () => {
      const attempts = (await run.attempts()).map(eventOf)
      if (attempts.length < 2) throw new Unreachable('the service does not retry (N8)')
      const events = new Set(
        attempts.map(({ id, type, createdAt }) => `${id} ${type} ${createdAt}`),
      )
      demand(events.size === 1, 'a retry has a different id, type or createdAt')
    })
    await run.own('the same event at two endpoints, resent later', async (tenant) => {
      const second = await tenant.registerEndpoint()
      const inquiryId = await tenant.approve()
      const elsewhere = await tenant.delivered(1, second)
      await tenant.advance(10 * MINUTE_S)
      await tenant.resend(inquiryId)
      const deliveries = [...elsewhere, ...(await tenant.arrived())]
      const ids = new Set(eventsAbout(deliveries, inquiryId, APPROVAL).map(({ id }) => id))
      demand(ids.size === 1, 'one event has different ids at different endpoints, or when resent')
      // Last, so that the run has the events of many tenants.
      const eventOfId = new Map<unknown, string>()
      for (const { id, type, createdAt, data } of tenant.control.receiver.deliveries.map(eventOf)) {
        const event = JSON.stringify([fieldOf(data, 'inquiryId'), type, createdAt])
        const isSame = (eventOfId.get(id) ?? event) === event
        demand(isSame, 'deliveries of one id differ in inquiryId, type or createdAt')
        eventOfId.set(id, event)
      }
    })
  }),

  clause('W7', `exactly one event for each transition: ${ALL_KINDS.join(', ')}`, async (run) => {
    for (const kind of ALL_KINDS) {
      await run.part(kind, async () => {
        const events = (await run.deliveries()).map(eventOf)
        const { data } = events.find(({ type }) => type === kind) ?? {}
        if (!isRecord(data)) throw new Unreachable(`no ${kind} arrived`)
        run.observe('N12', `${kind}: ${Object.keys(data).join(', ')}`)
      })
    }
    await run.part('every transition', async () => {
      const others = expectExactlyOneEventPerTransition(await run.lives())
      for (const kind of others) run.observe('N13', `sent: ${kind}`)
      if (others.length === 0) run.observe('N13', 'not sent')
    })
    await run.also("another tenant's endpoint", async () => {
      const [tenant, other] = [await run.createTenant(), await run.createTenant()]
      const inquiryId = await tenant.openCompleted('APPROVED')
      await tenant.delivered()
      const isOwn = eventsAbout(await other.arrived(), inquiryId).length === 0
      demand(isOwn, "another tenant's endpoint got the event")
    })
    await run.own('two endpoints, one of which fails', async (tenant) => {
      const second = await tenant.registerEndpoint()
      tenant.failNext(1)
      const inquiryId = await tenant.open()
      await tenant.complete(inquiryId, 'APPROVED')
      await tenant.delivered()
      const accepted = await tenant.delivered(Infinity, second)
      expectOneApproval(accepted, inquiryId, 'an endpoint that accepted it')
      const next = await tenant.open()
      await tenant.complete(next, 'APPROVED')
      expectOneApproval(await tenant.delivered(Infinity), next, 'an endpoint that failed once')
    })
  }),

  clause('W8', 'only kinds in definition.webhooks.subscribe are delivered', async (run) => {
    const { steps } = USUAL_DEFINITION
    for (const [name, subscribe] of Object.entries({
      'one kind': ['inquiry.declined'],
      'an empty list': [],
      'no list': null,
    })) {
      await run.part(name, async () => {
        const definition = subscribe ? { steps, webhooks: { subscribe } } : { steps }
        const tenant = await run.createTenant({ definition })
        await takeEveryDecision(tenant)
        expectMembers(name, kindsOf(await tenant.delivered()), subscribe ?? [])
      })
    }
    await run.also('every transition', async () => expectOnlySubscribed(await run.lives()))
    await run.own('two templates of one tenant', async (tenant) => {
      const subscribe = ['inquiry.review_in_progress']
      const { templateId } = await tenant.createTemplate({ steps, webhooks: { subscribe } })
      const inquiryIds = await takeEveryDecision(tenant, { inquiryTemplateId: templateId })
      const deliveries = (await tenant.delivered()).filter((each) =>
        inquiryIds.includes(String(dataOf(each).inquiryId)),
      )
      expectMembers('a second template', kindsOf(deliveries), subscribe)
    })
    await run.own('a pinned revision', async (tenant) => {
      const { revisionId } = tenant.ids
      await takeEveryDecision(tenant, { templateRevisionId: await tenant.addRevision({ steps }) })
      expectMembers('a revision without a list', kindsOf(await tenant.delivered()), [])
      const inquiryId = await tenant.open({ templateRevisionId: revisionId })
      await expectApproval(tenant, inquiryId, "the pinned revision's list is not used")
    })
    await run.own('a revision published after the open', async (tenant) => {
      const inquiryId = await tenant.open()
      await tenant.addRevision({ steps })
      await expectApproval(
        tenant,
        inquiryId,
        'an open inquiry follows the list of a later revision',
      )
    })
  }),

  clause('W9', 'data of inquiry.approved', async (run) => {
    const events = (await run.deliveries()).map(eventOf)
    const approvals = events.filter(({ type }) => type === APPROVAL)
    if (approvals.length === 0) throw new Unreachable(`no ${APPROVAL} arrived`)
    for (const each of approvals) {
      const { referenceId } = expectShape(approvedSchema, each.data, `data of ${APPROVAL}`)
      // With --control, some inquiries have none, and each life knows its own.
      const isGiven = run.tenant !== null || Boolean(referenceId)
      demand(isGiven, `${APPROVAL}: no referenceId`)
    }
    await run.also('every approval', async () => expectOwnApprovals(await run.lives()))
    await run.own('the correlation id of the open', async (tenant) => {
      const idOf = new Map<string, string>()
      for (const given of [crypto.randomUUID(), crypto.randomUUID(), null]) {
        const request = { referenceId: newReference() }
        const key = { 'idempotency-key': crypto.randomUUID() }
        const opened = await tenant.tryOpen(request, {
          ...key,
          ...(given === null ? {} : { 'x-correlation-id': given }),
        })
        // N24: the service may refuse an id, and need not show its own.
        if (given !== null && opened.status === 400) continue
        const inquiryId = openedId(opened)
        const id = given ?? opened.headers.get('x-correlation-id') ?? ''
        if (UUID.test(id)) idOf.set(inquiryId, id)
        // Neither a retry of the open nor a later request changes it.
        const other = { 'x-correlation-id': crypto.randomUUID() }
        await tenant.tryOpen(request, { ...key, ...other })
        await tenant.status(inquiryId, other)
      }
      for (const inquiryId of idOf.keys()) await tenant.complete(inquiryId, 'APPROVED')
      const deliveries = await tenant.delivered(idOf.size)
      for (const [inquiryId, id] of idOf) {
        const [event] = eventsAbout(deliveries, inquiryId, APPROVAL)
        const isOwn = event === undefined || fieldOf(event.data, 'correlationId') === id
        demand(isOwn, `${APPROVAL}: correlationId is not that of the open`)
      }
    })
    await run.also('capabilities that the template lacks', async () => {
      const steps = ['PERSONAL_INFO', 'FACE_MATCH']
      const own = await run.createTenant({ definition: { ...USUAL_DEFINITION, steps } })
      const id = await own.open()
      await own.complete(id, 'APPROVED')
      const [event] = (await own.delivered()).map(eventOf)
      if (!event) throw new Unreachable('no event arrived')
      const data = expectShape(approvedSchema, event.data, `data of ${APPROVAL}`)
      demand(data.inquiryId === id, `${APPROVAL}: a different inquiryId`)
      expectMembers(`${APPROVAL}: succeededCapabilities`, data.succeededCapabilities, steps)
    })
    await run.own('a retry after a reversal', async (own) => {
      own.failNext(1)
      const id = await own.openCompleted('APPROVED')
      await own.delivered()
      await own.decide(id, 'DECLINED', 'Reversed.')
      const approvals = eventsAbout(await own.delivered(Infinity), id, APPROVAL)
      const bodies = new Set(approvals.map(({ data }) => JSON.stringify(data)))
      demand(bodies.size <= 1, `${APPROVAL}: the data of a retry differs after a reversal`)
    })
  }),

  clause('W10', 'a receiver verifies the raw bytes and compares digests', async () => {
    throw new Unreachable('it is about the receiver, not the service: see the receiver battery')
  }),
]

/** Demands that the endpoint has accepted the inquiry's approval once. */
function expectOneApproval(deliveries: readonly Delivery[], inquiryId: string, who: string): void {
  const accepted = deliveries.filter(({ status }) => status < 300)
  const { length } = eventsAbout(accepted, inquiryId, APPROVAL)
  demand(length === 1, `${who} got ${length} events of one approval`)
}

/** Approves the inquiry and demands that its event arrives. */
export async function expectApproval(
  tenant: OwnTenant,
  inquiryId: string,
  otherwise: string,
  endpoint: Endpoint = tenant.endpoint,
): Promise<void> {
  await tenant.complete(inquiryId, 'APPROVED')
  const [event] = eventsAbout(await tenant.delivered(1, endpoint), inquiryId, APPROVAL)
  demand(event !== undefined, otherwise)
}

/** Approves one inquiry, sends one to review and declines one. */
async function takeEveryDecision(tenant: OwnTenant, fields: Fields = {}): Promise<string[]> {
  const inquiryIds: string[] = []
  for (const outcome of ['APPROVED', 'NEEDS_REVIEW', 'DECLINED']) {
    const inquiryId = await tenant.open(fields)
    await tenant.complete(inquiryId, outcome)
    inquiryIds.push(inquiryId)
  }
  return inquiryIds
}
