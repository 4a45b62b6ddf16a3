// Events: W6–W10. Checks that span an inquiry's whole life are in transitions.ts.
import { z } from 'zod'
import { approve, attemptsOfOneEvent, deliveryId } from '../attempts.ts'
import { clause } from '../clause.ts'
import {
  dataOf,
  eventOf,
  eventsAbout,
  NotDelivered,
  type SignedDelivery,
  STATUS_OF_KIND,
} from '../events.ts'
import { dateTimeSchema, expectShape, UUID, uuidSchema } from '../expectations.ts'
import { open, openedId, read, readDecided } from '../inquiries.ts'
import {
  expectEventsDespiteReference,
  expectOwnAttempts,
  expectOwnEventData,
  expectSameDataAfterReversal,
} from '../isolation.ts'
import type { Delivery } from '../receiver.ts'
import { ALL_KINDS, type OwnTenant, USUAL_DEFINITION } from '../sandbox-control.ts'
import {
  expectEventOfLateDecision,
  expectExactlyOneEventPerTransition,
  expectNewApprovedAt,
  expectNoEventElsewhere,
  expectOneIdPerTransition,
  expectTimesOfTransitions,
} from '../transitions.ts'
import type { Trial } from '../trial.ts'
import { demand, Unreachable } from '../verdict.ts'

const CAPABILITIES = ['PERSONAL_INFO', 'PASSPORT_SCAN', 'FACE_MATCH']
const CLOCK_TOLERANCE_MS = 2_000

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

export const EVENTS = [
  clause('W6', 'envelope: id, type, createdAt, data', async (trial) => {
    for (const kind of ALL_KINDS) {
      await trial.part(kind, async () => {
        const { delivery, inquiryId } = await trial.events.delivered(kind)
        const { id } = expectShape(envelopeSchema, eventOf(delivery), kind)
        demand(id !== inquiryId, `${kind}: its id is the inquiryId`)
        demand(id !== deliveryId(delivery), `${kind}: its id is the delivery id`)
      })
    }
    await trial.also('one id for each transition', () => expectOneIdPerTransition(trial))
    await trial.also('the same event at every attempt', async () => {
      const { attempts } = await attemptsOfOneEvent(trial)
      for (const field of ['id', 'type', 'createdAt'] as const) {
        const { size } = new Set(attempts.map((each) => eventOf(each)[field]))
        demand(size === 1, `a retry has a different ${field} from the attempt before`)
      }
    })
    await trial.also('the same event at every endpoint', async () => {
      const tenant = await trial.ownTenant({ receives: true })
      const second = await tenant.registerEndpoint()
      const inquiryId = await approve(tenant)
      const [one] = eventsAbout(await tenant.delivered(), inquiryId)
      const [other] = eventsAbout(await tenant.delivered(1, second), inquiryId)
      demand(one?.id === other?.id, 'two endpoints get the same event with different ids')
      const areAlike = one?.createdAt === other?.createdAt
      demand(areAlike, 'two endpoints get the same event with different times')
    })
    await trial.also('the same event when it is resent', async () => {
      const tenant = await trial.ownTenant({ receives: true })
      const inquiryId = await approve(tenant)
      await tenant.advance(600)
      await tenant.resend(inquiryId)
      const approvals = eventsAbout(await tenant.arrived(), inquiryId).filter(
        ({ type }) => type === 'inquiry.approved',
      )
      for (const field of ['id', 'createdAt'] as const) {
        const { size } = new Set(approvals.map((event) => event[field]))
        demand(size === 1, `a resent event has a different ${field}`)
      }
    })
    await trial.also('createdAt is when it happened', () => expectTimesOfTransitions(trial))
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
      const others = await expectExactlyOneEventPerTransition(trial)
      for (const kind of others) trial.observe('N13', `sent: ${kind}`)
      if (others.length === 0) trial.observe('N13', 'not sent')
    })
    await trial.also("another tenant's endpoint", () => expectNoEventElsewhere(trial))
    await trial.also('two endpoints, one of which fails', () => expectOwnAttempts(trial))
    await trial.also('a shared referenceId, or none', () => expectEventsDespiteReference(trial))
    await trial.also('a decision after expiresAt', () => expectEventOfLateDecision(trial))
  }),

  clause('W8', 'only kinds in definition.webhooks.subscribe are delivered', async (trial) => {
    const { steps } = USUAL_DEFINITION
    for (const [name, subscribe] of [
      ['one kind', ['inquiry.declined']],
      ['an empty list', []],
      ['no list', null],
    ] as const) {
      await trial.part(name, async () => {
        const definition = subscribe
          ? { steps, webhooks: { subscribe: [...subscribe] } }
          : { steps }
        const tenant = await trial.ownTenant({ receives: true, definition })
        await takeEveryDecision(tenant)
        expectKinds(name, await tenant.delivered(), subscribe ?? [])
      })
    }
    await trial.also('two templates of one tenant', async () => {
      const tenant = await trial.ownTenant({ receives: true })
      const inquiryTemplateId = await tenant.createTemplate({
        steps,
        webhooks: { subscribe: ['inquiry.review_in_progress'] },
      })
      const inquiryIds = await takeEveryDecision(tenant, { inquiryTemplateId })
      const deliveries = (await tenant.delivered()).filter((each) =>
        inquiryIds.includes(String(dataOf(each).inquiryId)),
      )
      expectKinds('a second template', deliveries, ['inquiry.review_in_progress'])
    })
    await trial.also('a pinned revision', async () => {
      const tenant = await trial.ownTenant({ receives: true })
      const { templateId, revisionId } = tenant.ids
      const newer = await tenant.addRevision(templateId, { steps })
      await tenant.publish(newer)
      await takeEveryDecision(tenant, { templateRevisionId: newer })
      expectKinds('a revision without a list', await tenant.delivered(), [])
      const inquiryId = openedId(await tenant.merchant.open({ templateRevisionId: revisionId }))
      await tenant.complete(inquiryId, 'APPROVED')
      const [event] = eventsAbout(await tenant.delivered(), inquiryId)
      demand(event !== undefined, "the pinned revision's list is not used")
    })
  }),

  clause('W9', 'data of inquiry.approved', async (trial) => {
    const { delivery, tenant, inquiryId } = await trial.events.delivered('inquiry.approved')
    const data = expectShape(approvedSchema, dataOf(delivery), 'data of inquiry.approved')
    demand(data.inquiryId === inquiryId, 'inquiry.approved: a different inquiryId')
    if (!tenant) return
    const { referenceId } = await read(tenant.merchant, inquiryId)
    demand(data.referenceId === referenceId, 'inquiry.approved: a different referenceId')
    expectSucceeded(dataOf(delivery), CAPABILITIES)
    await trial.also('the correlation id of the open request', async () => {
      const given = crypto.randomUUID()
      const own = await trial.ownTenant({ receives: true })
      const opened = await own.merchant.open({}, { 'x-correlation-id': given })
      if (opened.status === 400)
        throw new Unreachable('the service accepts no X-Correlation-Id (N24)')
      const first = openedId(opened)
      const second = await open(own.merchant, {}, { 'x-correlation-id': crypto.randomUUID() })
      await own.merchant.status(first, { 'x-correlation-id': crypto.randomUUID() })
      for (const each of [second, first]) await own.complete(each, 'APPROVED')
      const approved = await approvalOf(own, first, 2)
      demand(
        approved.correlationId === given,
        'inquiry.approved: not the correlationId of the open',
      )
    })
    await trial.also('a generated correlation id', async () => {
      const own = await trial.ownTenant({ receives: true })
      const opened = await own.merchant.open()
      const shown = opened.headers.get('x-correlation-id') ?? ''
      if (!UUID.test(shown))
        throw new Unreachable('the response to the open has no correlation id (N24)')
      const id = openedId(opened)
      await own.complete(id, 'APPROVED')
      const { correlationId } = await approvalOf(own, id)
      demand(correlationId === shown, 'inquiry.approved: not the correlationId of the open')
    })
    await trial.also('a capability that failed', async () => {
      const own = await trial.ownTenant({ receives: true })
      const id = await open(own.merchant)
      await own.complete(id, 'APPROVED', { failedCapabilities: ['FACE_MATCH'] })
      expectSucceeded(await approvalOf(own, id), ['PERSONAL_INFO', 'PASSPORT_SCAN'])
    })
    await trial.also('a capability that succeeded at the second attempt', async () => {
      const own = await trial.ownTenant({ receives: true })
      const id = await open(own.merchant)
      const capability = 'PASSPORT_SCAN'
      await own.record(id, { capability, succeeded: false })
      await own.record(id, { capability })
      await own.complete(id, 'APPROVED')
      expectSucceeded(await approvalOf(own, id), CAPABILITIES)
    })
    await trial.also("a step that the contract doesn't name", async () => {
      const own = await trial.ownTenant({
        receives: true,
        definition: { ...USUAL_DEFINITION, steps: [...USUAL_DEFINITION.steps, 'SIGNATURE'] },
      })
      const id = await open(own.merchant)
      await own.complete(id, 'APPROVED')
      expectSucceeded(await approvalOf(own, id), CAPABILITIES)
    })
    await trial.also('approvedAt is when it happened', async () => {
      const own = await trial.ownTenant({ receives: true })
      const id = await open(own.merchant)
      await own.advance(600)
      const fromMs = await own.nowMs()
      await own.complete(id, 'APPROVED')
      const atMs = Date.parse(String((await approvalOf(own, id)).approvedAt))
      const untilMs = await own.nowMs()
      const isThen = atMs >= fromMs - CLOCK_TOLERANCE_MS && atMs <= untilMs + CLOCK_TOLERANCE_MS
      demand(isThen, 'inquiry.approved: approvedAt is not the time of the approval')
    })
    await trial.also('several inquiries', () => expectOwnEventData(trial))
    await trial.also('a retry after a reversal', () => expectSameDataAfterReversal(trial))
    await trial.also('a second approval', () => expectNewApprovedAt(trial))
    await trial.also('an approval after a review', async () => {
      const own = await trial.ownTenant({ receives: true })
      const id = await open(own.merchant)
      await own.complete(id, 'NEEDS_REVIEW', { failedCapabilities: ['PASSPORT_SCAN'] })
      await readDecided(own, id, 'NEEDS_REVIEW')
      await own.decide(id, 'APPROVED')
      expectSucceeded(await approvalOf(own, id, 2), ['PERSONAL_INFO', 'FACE_MATCH'])
    })
  }),

  clause('W10', 'a receiver verifies the raw bytes and compares digests', async () => {
    throw new Unreachable('it is about the receiver, not the service: see the receiver battery')
  }),
]

/** An event of this kind. A sandbox that doesn't send it breaks W7. */
async function arrived(trial: Trial, kind: string): Promise<SignedDelivery> {
  try {
    return await trial.events.delivered(kind)
  } catch (error) {
    demand(!(error instanceof NotDelivered && trial.stage.control), `no ${kind} arrived`)
    throw error
  }
}

/** The data of the approval's event. */
async function approvalOf(
  tenant: OwnTenant,
  inquiryId: string,
  atLeast = 1,
): Promise<Record<string, unknown>> {
  const approval = (await tenant.delivered(atLeast)).find(
    (each) => dataOf(each).inquiryId === inquiryId && eventOf(each).type === 'inquiry.approved',
  )
  if (!approval) throw new NotDelivered('no inquiry.approved arrived')
  return dataOf(approval)
}

/** Approves one inquiry, sends one to review and declines one. */
async function takeEveryDecision(tenant: OwnTenant, fields: object = {}): Promise<string[]> {
  const inquiryIds: string[] = []
  for (const outcome of ['APPROVED', 'NEEDS_REVIEW', 'DECLINED']) {
    const inquiryId = await open(tenant.merchant, { ...fields })
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
  const kinds = [...new Set(deliveries.map((each) => String(eventOf(each).type)))].join(', ')
  const expected = subscribed.join(', ')
  demand(kinds === expected, `${what}: expected ${expected || 'none'}, got ${kinds || 'none'}`)
}

function expectSucceeded(data: Record<string, unknown>, expected: readonly string[]): void {
  const { succeededCapabilities } = expectShape(approvedSchema, data, 'data of inquiry.approved')
  const list = (names: readonly string[]) => names.toSorted().join(', ')
  demand(
    list(succeededCapabilities) === list(expected),
    `inquiry.approved: expected succeededCapabilities ${list(expected)}, got ${list(succeededCapabilities)}`,
  )
}
