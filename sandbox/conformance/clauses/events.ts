// Events (W6–W10). lives.ts has the checks that need an inquiry's whole life.
import { z } from 'zod'
import {
  ALL_KINDS,
  APPROVAL,
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
  isRecord,
  isSameId,
  Unreachable,
  utcMillisecondsSchema,
  uuidSchema,
} from '../expectations.ts'
import {
  expectDecisionsSent,
  expectIdsOfOneInquiry,
  expectOwnApprovals,
  kindsOf,
} from '../lives.ts'
import type { Fields } from '../merchant.ts'
import type { Delivery } from '../receiver.ts'
import { check } from '../run.ts'

const envelopeSchema = z.object({
  id: uuidSchema,
  type: z.string().min(1),
  createdAt: utcMillisecondsSchema,
  data: z.record(z.string(), z.unknown()),
})
const approvedSchema = z.object({
  inquiryId: uuidSchema,
  /** Null, empty or absent if the merchant gave none (N21). */
  referenceId: z.string().nullish(),
  status: z.literal('APPROVED'),
  approvedAt: dateTimeSchema,
  correlationId: uuidSchema,
  succeededCapabilities: z.array(z.string()),
})

export const EVENTS = [
  check('W6', 'envelope: id, type, createdAt, data', async (run) => {
    for (const event of (await run.deliveries()).map(eventOf)) {
      // N13: an unknown kind may contain anything.
      if (typeof event.type === 'string' && !ALL_KINDS.includes(event.type)) continue
      expectShape(envelopeSchema, event, String(event.type))
    }
    await run.also('events about different inquiries', async () =>
      expectIdsOfOneInquiry(await run.lives()),
    )
  }),

  check('W7', `decisions are sent: ${ALL_KINDS.join(', ')}`, async (run) => {
    for (const kind of ALL_KINDS) {
      await run.part(kind, async () => {
        const events = (await run.deliveries()).map(eventOf)
        const { data } = events.find(({ type }) => type === kind) ?? {}
        if (!isRecord(data)) throw new Unreachable(`no ${kind} arrived`)
        run.observe('N12', `${kind}: ${Object.keys(data).join(', ')}`)
      })
    }
    await run.part('every first decision', async () => {
      const lives = await run.lives()
      expectDecisionsSent(lives)
      const others = kindsOf(lives.deliveries).filter((kind) => !ALL_KINDS.includes(kind))
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
  }),

  check('W8', 'only kinds in definition.webhooks.subscribe are delivered', async (run) => {
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
        expectMembers(name, knownKindsOf(await tenant.delivered()), subscribe ?? [])
      })
    }
    await run.own('two templates of one tenant', async (tenant) => {
      const subscribe = ['inquiry.review_in_progress']
      const { templateId } = await tenant.createTemplate({ steps, webhooks: { subscribe } })
      const inquiryIds = await takeEveryDecision(tenant, { inquiryTemplateId: templateId })
      const deliveries = (await tenant.delivered()).filter((each) =>
        inquiryIds.some((id) => isSameId(id, dataOf(each).inquiryId)),
      )
      expectMembers('a second template', knownKindsOf(deliveries), subscribe)
    })
    await run.own('a pinned revision', async (tenant) => {
      const { revisionId } = tenant.ids
      await takeEveryDecision(tenant, { templateRevisionId: await tenant.addRevision({ steps }) })
      expectMembers('a revision without a list', knownKindsOf(await tenant.delivered()), [])
      const inquiryId = await tenant.open({ templateRevisionId: revisionId })
      await expectApproval(tenant, inquiryId, "the pinned revision's list is not used")
    })
  }),

  check('W9', 'data of inquiry.approved', async (run) => {
    const events = (await run.deliveries()).map(eventOf)
    const approvals = events.filter(({ type }) => type === APPROVAL)
    if (approvals.length === 0) throw new Unreachable(`no ${APPROVAL} arrived`)
    for (const each of approvals) {
      const { referenceId } = expectShape(approvedSchema, each.data, `data of ${APPROVAL}`)
      // With --control, some inquiries have no referenceId by design, and expectOwnApprovals checks each.
      const isGiven = run.tenant !== null || Boolean(referenceId)
      demand(isGiven, `${APPROVAL}: no referenceId`)
    }
    await run.also('every approval', async () => expectOwnApprovals(await run.lives()))
    await run.own('a retry after a reversal', async (own) => {
      own.failNext(1)
      const id = await own.openCompleted('APPROVED')
      await own.delivered()
      await own.decide(id, 'DECLINED', 'Reversed.')
      for (const { data } of eventsAbout(await own.delivered(Infinity), id, APPROVAL))
        expectShape(approvedSchema, data, `data of ${APPROVAL}, after a reversal`)
    })
  }),

  check('W10', 'a receiver verifies the raw bytes and compares digests', async () => {
    throw new Unreachable('it is about the receiver, not the service: see the receiver battery')
  }),
]

/** R4 concerns only kinds that the contract doesn't name. */
function knownKindsOf(deliveries: readonly Delivery[]): string[] {
  return kindsOf(deliveries).filter((kind) => ALL_KINDS.includes(kind))
}

/** Approves the inquiry, and demands its event. */
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

/** Approves one inquiry, sends another to review, and declines a third. */
export async function takeEveryDecision(tenant: OwnTenant, fields: Fields = {}): Promise<string[]> {
  const inquiryIds: string[] = []
  for (const outcome of ['APPROVED', 'NEEDS_REVIEW', 'DECLINED']) {
    const inquiryId = await tenant.open(fields)
    await tenant.complete(inquiryId, outcome)
    inquiryIds.push(inquiryId)
  }
  return inquiryIds
}
