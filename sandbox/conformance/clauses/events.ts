// Events: W6–W10. Checks that span an inquiry's whole life are in lives.ts.
import { z } from 'zod'
import {
  ALL_KINDS,
  APPROVAL,
  dataOf,
  type Endpoint,
  eventOf,
  eventsAbout,
  type OwnTenant,
  STATUS_OF_KIND,
  USUAL_DEFINITION,
} from '../control.ts'
import {
  DAY_S,
  dateTimeSchema,
  expectShape,
  MINUTE_S,
  sameMembers,
  UUID,
  uuidSchema,
} from '../expectations.ts'
import {
  expectExactlyOneEventPerTransition,
  expectOneIdPerEvent,
  expectOnlySubscribed,
  expectOwnApprovals,
  expectOwnIdsAndTimes,
  kindsOf,
  openTraced,
} from '../lives.ts'
import { type Fields, newReference, openedId } from '../merchant.ts'
import type { Delivery } from '../receiver.ts'
import { clause, NotDelivered, type SignedDelivery, type Trial } from '../trial.ts'
import { demand, Unreachable } from '../verdict.ts'
import { deliveryId } from './deliveries.ts'

const CAPABILITIES = ['PERSONAL_INFO', 'PASSPORT_SCAN', 'FACE_MATCH']

const envelopeSchema = z.object({
  id: uuidSchema,
  type: z.string().min(1),
  createdAt: dateTimeSchema,
  data: z.record(z.string(), z.unknown()),
})
const approvedSchema = z.object({
  inquiryId: uuidSchema,
  referenceId: z.string(),
  status: z.literal('APPROVED'),
  approvedAt: dateTimeSchema,
  correlationId: uuidSchema,
  succeededCapabilities: z.array(z.enum(CAPABILITIES)),
})

/** What the customer does, and which capabilities must count as succeeded. */
const FLOWS: readonly {
  name: string
  steps?: string[]
  results?: { capability: string; succeeded?: boolean }[]
  succeeded: string[]
}[] = [
  {
    name: 'a capability that succeeded at the second attempt',
    results: [{ capability: 'PASSPORT_SCAN', succeeded: false }, { capability: 'PASSPORT_SCAN' }],
    succeeded: CAPABILITIES,
  },
  {
    name: 'a capability that was taken twice',
    results: [{ capability: 'FACE_MATCH' }, { capability: 'FACE_MATCH' }],
    succeeded: CAPABILITIES,
  },
  {
    name: 'capabilities that the template lacks',
    steps: ['PERSONAL_INFO', 'FACE_MATCH'],
    succeeded: ['PERSONAL_INFO', 'FACE_MATCH'],
  },
  {
    name: "a step that the contract doesn't name",
    steps: [...CAPABILITIES, 'SIGNATURE'],
    succeeded: CAPABILITIES,
  },
]

export const EVENTS = [
  clause('W6', 'envelope: id, type, createdAt, data', async (trial) => {
    for (const kind of ALL_KINDS) {
      await trial.part(kind, async () => {
        const { delivery, inquiryId } = await trial.event(kind)
        const { id } = expectShape(envelopeSchema, eventOf(delivery), kind)
        demand(id !== inquiryId, `${kind}: its id is the inquiryId`)
        demand(id !== deliveryId(delivery), `${kind}: its id is the delivery id`)
      })
    }
    await trial.also('every transition', async () => expectOwnIdsAndTimes(await trial.lives()))
    await trial.also('every attempt', async () => {
      const { attempts } = await trial.attempts()
      for (const field of ['id', 'type', 'createdAt'] as const) {
        const { size } = new Set(attempts.map((each) => eventOf(each)[field]))
        demand(size === 1, `a retry has a different ${field} from the attempt before`)
      }
    })
    await trial.own('the same event at two endpoints, resent later', async (tenant) => {
      const second = await tenant.registerEndpoint()
      const inquiryId = await tenant.approve()
      await tenant.delivered(1, second)
      await tenant.advance(10 * MINUTE_S)
      await tenant.resend(inquiryId)
      await tenant.arrived()
    })
    // Last, because it judges what the parts above have made.
    await trial.also('every delivery of the run, of all tenants', async () => {
      const { control } = await trial.tenant()
      expectOneIdPerEvent(control, await trial.lives())
    })
  }),

  clause('W7', `exactly one event for each transition: ${ALL_KINDS.join(', ')}`, async (trial) => {
    for (const kind of ALL_KINDS) {
      await trial.part(kind, async () => {
        const { delivery, statusThen } = await arrived(trial, kind)
        trial.observe('N12', `${kind}: ${Object.keys(dataOf(delivery)).join(', ')}`)
        const isShown = statusThen === STATUS_OF_KIND[kind]
        trial.observe('N6', isShown ? 'before its event, or with it' : 'after its event')
      })
    }
    await trial.part('every transition', async () => {
      const others = expectExactlyOneEventPerTransition(await trial.lives())
      for (const kind of others) trial.observe('N13', `sent: ${kind}`)
      if (others.length === 0) trial.observe('N13', 'not sent')
    })
    await trial.also("another tenant's endpoint", async () => {
      const [tenant, other] = [await trial.tenant(), await trial.tenant()]
      const inquiryId = await tenant.openCompleted('APPROVED')
      await tenant.delivered()
      const isOwn = eventsAbout(await other.arrived(), inquiryId).length === 0
      demand(isOwn, "another tenant's endpoint got the event")
    })
    await trial.own('two endpoints, one of which fails', async (tenant) => {
      const second = await tenant.registerEndpoint()
      tenant.failNext(1)
      const inquiryId = await tenant.open()
      await tenant.complete(inquiryId, 'APPROVED')
      await tenant.delivered()
      expectOneApproval(await tenant.settled(second), inquiryId, 'an endpoint that accepted it')
      const next = await tenant.open()
      await tenant.complete(next, 'APPROVED')
      expectOneApproval(await tenant.settled(), next, 'an endpoint that failed once')
    })
    await trial.own('a shared referenceId, or none', async (tenant) => {
      const referenceId = newReference()
      const inquiryIds: string[] = []
      for (const given of [referenceId, referenceId, undefined]) {
        inquiryIds.push(await tenant.open({ referenceId: given }))
      }
      for (const inquiryId of inquiryIds) await tenant.complete(inquiryId, 'APPROVED')
      const untouched = await tenant.open({ referenceId })
      // N6: a decision may show later. N7 and N25: once the inquiry has expired, it may show another status.
      await tenant.advance(MINUTE_S)
      const { status } = await tenant.read(untouched)
      const what = 'together with another that has its referenceId'
      demand(status === 'PENDING', `an inquiry became ${status} ${what}`)
      const deliveries = await tenant.delivered(inquiryIds.length)
      for (const inquiryId of inquiryIds) {
        expectOneApproval(deliveries, inquiryId, 'the endpoint of inquiries with one referenceId')
      }
    })
    await trial.own('a decision after expiresAt', async (tenant) => {
      // expiresAt limits the hosted flow, not the review after it.
      const expiresAt = await tenant.inSeconds(5 * MINUTE_S)
      const inquiryId = await tenant.openCompleted('NEEDS_REVIEW', {}, { expiresAt })
      await tenant.advance(DAY_S)
      await tenant.decide(inquiryId, 'APPROVED')
      const { status } = await tenant.readDecided(inquiryId, 'APPROVED')
      demand(status === 'APPROVED', `a decision after expiresAt leaves the inquiry ${status}`)
      const { length } = eventsAbout(await tenant.delivered(2), inquiryId, APPROVAL)
      demand(length === 1, `a decision after expiresAt sends ${length} events`)
    })
    await trial.own('a revision that has been disabled since', async (tenant) => {
      const inquiryId = await tenant.open()
      await tenant.setEnabled(tenant.ids.revisionId, false)
      await expectApproval(
        tenant,
        inquiryId,
        'an inquiry sends nothing after its revision has been disabled',
      )
    })
  }),

  clause('W8', 'only kinds in definition.webhooks.subscribe are delivered', async (trial) => {
    const { steps } = USUAL_DEFINITION
    for (const [name, subscribe] of Object.entries({
      'one kind': ['inquiry.declined'],
      'an empty list': [],
      'no list': null,
    })) {
      await trial.part(name, async () => {
        const definition = subscribe ? { steps, webhooks: { subscribe } } : { steps }
        const tenant = await trial.tenant({ definition })
        await takeEveryDecision(tenant)
        expectKinds(name, await tenant.delivered(), subscribe ?? [])
      })
    }
    await trial.also('every transition', async () => expectOnlySubscribed(await trial.lives()))
    await trial.own('two templates of one tenant', async (tenant) => {
      const subscribe = ['inquiry.review_in_progress']
      const { templateId } = await tenant.createTemplate({ steps, webhooks: { subscribe } })
      const inquiryIds = await takeEveryDecision(tenant, { inquiryTemplateId: templateId })
      const deliveries = (await tenant.delivered()).filter((each) =>
        inquiryIds.includes(String(dataOf(each).inquiryId)),
      )
      expectKinds('a second template', deliveries, subscribe)
    })
    await trial.own('a pinned revision', async (tenant) => {
      const { revisionId } = tenant.ids
      await takeEveryDecision(tenant, { templateRevisionId: await tenant.addRevision({ steps }) })
      expectKinds('a revision without a list', await tenant.delivered(), [])
      const inquiryId = await tenant.open({ templateRevisionId: revisionId })
      await expectApproval(tenant, inquiryId, "the pinned revision's list is not used")
    })
    await trial.own('a revision published after the open', async (tenant) => {
      const inquiryId = await tenant.open()
      await tenant.addRevision({ steps })
      await expectApproval(
        tenant,
        inquiryId,
        'an open inquiry follows the list of a later revision',
      )
    })
  }),

  clause('W9', 'data of inquiry.approved', async (trial) => {
    const { delivery, tenant, inquiryId } = await trial.event(APPROVAL)
    const data = expectShape(approvedSchema, dataOf(delivery), `data of ${APPROVAL}`)
    demand(data.inquiryId === inquiryId, `${APPROVAL}: a different inquiryId`)
    if (!tenant) return
    const { referenceId } = await tenant.read(inquiryId)
    demand(data.referenceId === referenceId, `${APPROVAL}: a different referenceId`)
    expectSucceeded(dataOf(delivery), CAPABILITIES)
    await trial.also('every approval', async () => expectOwnApprovals(await trial.lives()))
    await trial.own('the correlation id of the open request', async (own) => {
      // Neither a later request nor a retry of the open changes it.
      const request = { referenceId: newReference() }
      const { inquiryId, correlationId, idempotencyKey } = await openTraced(own, request)
      if (correlationId === null)
        throw new Unreachable('the service neither accepts nor shows a correlation id (N24)')
      const other = () => ({ 'x-correlation-id': crypto.randomUUID() })
      await own.tryOpen(request, { 'idempotency-key': idempotencyKey, ...other() })
      const second = await openTraced(own)
      await own.status(inquiryId, other())
      for (const each of [second.inquiryId, inquiryId]) await own.complete(each, 'APPROVED')
      const { correlationId: shown } = await approvalOf(own, inquiryId, 2)
      demand(shown === correlationId, `${APPROVAL}: not the correlationId of the open`)
    })
    await trial.own('a generated correlation id', async (own) => {
      const opened = await own.tryOpen()
      const shown = opened.headers.get('x-correlation-id') ?? ''
      if (!UUID.test(shown))
        throw new Unreachable('the response to the open has no correlation id (N24)')
      await own.complete(openedId(opened), 'APPROVED')
      const { correlationId } = await approvalOf(own, openedId(opened))
      demand(correlationId === shown, `${APPROVAL}: not the correlationId of the open`)
    })
    for (const { name, steps = CAPABILITIES, results = [], succeeded } of FLOWS) {
      await trial.also(name, async () => {
        const own = await trial.tenant({ definition: { ...USUAL_DEFINITION, steps } })
        const id = await own.open()
        for (const result of results) await own.record(id, result)
        await own.complete(id, 'APPROVED')
        expectSucceeded(await approvalOf(own, id), succeeded)
      })
    }
    await trial.own('a retry after a reversal', async (own) => {
      own.failNext(1)
      const id = await own.openCompleted('APPROVED')
      await own.delivered()
      await own.decide(id, 'DECLINED', 'Reversed.')
      const approvals = eventsAbout(await own.settled(), id, APPROVAL)
      const bodies = new Set(approvals.map(({ data }) => JSON.stringify(data)))
      demand(bodies.size <= 1, `${APPROVAL}: the data of a retry differs after a reversal`)
    })
  }),

  clause('W10', 'a receiver verifies the raw bytes and compares digests', async () => {
    throw new Unreachable('it is about the receiver, not the service: see the receiver battery')
  }),
]

/** An event of this kind. A sandbox that doesn't send it breaks W7. */
async function arrived(trial: Trial, kind: string): Promise<SignedDelivery> {
  try {
    return await trial.event(kind)
  } catch (error) {
    demand(!(error instanceof NotDelivered && trial.stage.tenant), `no ${kind} arrived`)
    throw error
  }
}

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

/** Demands that every subscribed kind arrived, and no other. */
function expectKinds(
  what: string,
  deliveries: readonly Delivery[],
  subscribed: readonly string[],
): void {
  const kinds = kindsOf(deliveries)
  const list = (each: readonly string[]) => each.join(', ') || 'none'
  const isRight = sameMembers(kinds, subscribed)
  demand(isRight, `${what}: expected ${list(subscribed)}, got ${list(kinds)}`)
}

/** The data of the approval's event. */
async function approvalOf(
  tenant: OwnTenant,
  inquiryId: string,
  atLeast = 1,
): Promise<Record<string, unknown>> {
  const approval = (await tenant.delivered(atLeast)).find(
    (each) => dataOf(each).inquiryId === inquiryId && eventOf(each).type === APPROVAL,
  )
  if (!approval) throw new NotDelivered(`no ${APPROVAL} arrived`)
  return dataOf(approval)
}

function expectSucceeded(data: Record<string, unknown>, expected: readonly string[]): void {
  const { succeededCapabilities: got } = expectShape(approvedSchema, data, `data of ${APPROVAL}`)
  const isRight = sameMembers(got, expected)
  demand(isRight, `${APPROVAL}: expected succeededCapabilities ${expected}, got ${got}`)
}
