// Events: W6–W8. Checks that span an inquiry's whole life are in transitions.ts.
import { z } from 'zod'
import { approve, deliveryId } from '../attempts.ts'
import { clause } from '../clause.ts'
import {
  dataOf,
  eventOf,
  eventsAbout,
  NotDelivered,
  type SignedDelivery,
  STATUS_OF_KIND,
} from '../events.ts'
import { dateTimeSchema, expectShape, uuidSchema } from '../expectations.ts'
import { open, openedId } from '../inquiries.ts'
import { expectEventsDespiteReference, expectOwnAttempts } from '../isolation.ts'
import type { Delivery } from '../receiver.ts'
import { ALL_KINDS, type OwnTenant, USUAL_DEFINITION } from '../sandbox-control.ts'
import {
  expectEventDespiteDisabledRevision,
  expectEventOfLateDecision,
  expectExactlyOneEventPerTransition,
  expectNoEventElsewhere,
  expectOneIdPerEvent,
  expectOnlySubscribed,
  expectOwnIdsAndTimes,
} from '../transitions.ts'
import type { Trial } from '../trial.ts'
import { demand, Unreachable } from '../verdict.ts'

const envelopeSchema = z.object({
  id: uuidSchema,
  type: z.string().min(1),
  createdAt: dateTimeSchema,
  data: z.record(z.string(), z.unknown()),
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
    await trial.also('every transition', async () => expectOwnIdsAndTimes(await trial.lives()))
    await trial.also('every attempt', async () => {
      const { attempts } = await trial.attempts()
      for (const field of ['id', 'type', 'createdAt'] as const) {
        const { size } = new Set(attempts.map((each) => eventOf(each)[field]))
        demand(size === 1, `a retry has a different ${field} from the attempt before`)
      }
    })
    await trial.also('the same event at two endpoints, resent later', async () => {
      const tenant = await trial.ownTenant({ receives: true })
      const second = await tenant.registerEndpoint()
      const inquiryId = await approve(tenant)
      await tenant.delivered(1, second)
      await tenant.advance(600)
      await tenant.resend(inquiryId)
      await tenant.arrived()
    })
    // Last, because it judges what the parts above have made.
    await trial.also('every delivery of the run, of all tenants', async () => {
      if (!trial.stage.control) throw new Unreachable('needs --control')
      expectOneIdPerEvent(trial.stage.control.receiver.deliveries)
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
    await trial.also("another tenant's endpoint", () => expectNoEventElsewhere(trial))
    await trial.also('two endpoints, one of which fails', () => expectOwnAttempts(trial))
    await trial.also('a shared referenceId, or none', () => expectEventsDespiteReference(trial))
    await trial.also('a decision after expiresAt', () => expectEventOfLateDecision(trial))
    await trial.also('a revision that has been disabled since', () =>
      expectEventDespiteDisabledRevision(trial),
    )
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
    await trial.also('every transition', async () => expectOnlySubscribed(await trial.lives()))
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
    await trial.also('a revision published after the open', async () => {
      const tenant = await trial.ownTenant({ receives: true })
      const inquiryId = await open(tenant.merchant)
      await tenant.publish(await tenant.addRevision(tenant.ids.templateId, { steps }))
      await tenant.complete(inquiryId, 'APPROVED')
      const [event] = eventsAbout(await tenant.delivered(), inquiryId)
      demand(event !== undefined, 'an open inquiry follows the list of a later revision')
    })
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
