// Webhooks: W1–W10. What must hold over time, transitions and attempts is in transitions.ts.
import { z } from 'zod'
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
  expectNewestSecret,
  expectOwnAttempts,
  expectOwnEventData,
  expectOwnSecrets,
  expectSameDataAfterReversal,
  expectSecretShownOnce,
} from '../isolation.ts'
import type { Delivery } from '../receiver.ts'
import { ALL_KINDS, type Endpoint, type OwnTenant, USUAL_DEFINITION } from '../sandbox-control.ts'
import { keyForm, SIGNATURE } from '../signature.ts'
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
/** N16: both secrets may sign "for a while", which a quarter of a year is not. */
const LONG_AFTER_ROTATION_S = 90 * 24 * 60 * 60

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

export const WEBHOOKS = [
  clause(
    'W1',
    'each endpoint has its own whsec_ secret; after a rotation the new one signs',
    async (trial) => {
      const { webhookSecret, control } = trial.stage
      if (!control) {
        await trial.part('the form of the secret', async () => {
          if (webhookSecret === null) throw new Unreachable('give it with --webhook-secret')
          demand(webhookSecret.startsWith('whsec_'), 'the secret does not begin with whsec_')
        })
      }
      await trial.part('two endpoints', async () => {
        const tenant = await trial.ownTenant({ receives: true })
        const endpoints = [tenant.endpoint, await tenant.registerEndpoint()]
        const secrets = endpoints.map(({ secret }) => secret)
        const arePrefixed = secrets.every((each) => each.startsWith('whsec_'))
        demand(arePrefixed, 'a secret without whsec_')
        demand(new Set(secrets).size === 2, 'two endpoints share a secret')
        await approve(tenant)
        for (const endpoint of endpoints) {
          const [delivery] = await tenant.delivered(1, endpoint)
          demand(delivery !== undefined, 'an endpoint got no event')
          expectSigned(delivery, endpoint, "not signed with the endpoint's own secret")
        }
      })
      for (const how of ['rotate', 'recreate'] as const) {
        await trial.part(`the new secret after ${how}`, async () => {
          const tenant = await trial.ownTenant({ receives: true })
          const old = tenant.endpoint
          const renewed = await tenant.renew(old, how)
          demand(renewed.secret !== old.secret, `${how} gives the same secret`)
          tenant.answerWith(500)
          await approve(tenant)
          // N16: both secrets may sign. Without a retry (N8) the new one may not have had its turn.
          if (!(await tenant.awaitRetry()) && how === 'rotate') await approveLongAfter(tenant)
          await expectNewSecret(trial, tenant, { old, renewed, how, after: 0 })
        })
        await trial.also(`${how} while a retry is due`, async () => {
          const tenant = await trial.ownTenant({ receives: true })
          const old = tenant.endpoint
          tenant.answerWith(...Array.from({ length: 6 }, () => 500))
          await approve(tenant)
          const after = (await tenant.arrived()).length
          const renewed = await tenant.renew(old, how)
          if (!(await tenant.awaitRetry())) throw new Unreachable('it does not retry (N8)')
          // N16: where both secrets sign, they may take turns.
          await tenant.awaitRetry()
          await expectNewSecret(trial, tenant, { old, renewed, how, after })
        })
        await trial.also(`a delivery that is sent again after ${how}`, async () => {
          const tenant = await trial.ownTenant({ receives: true })
          const inquiryId = await approve(tenant)
          const renewed = await tenant.renew(tenant.endpoint, how)
          const before = (await tenant.arrived()).length
          await tenant.resend(inquiryId)
          await tenant.resend(inquiryId)
          const again = (await tenant.arrived()).slice(before)
          const isOld = (each: Delivery) => keyForm(each, renewed.secret) === null
          const hasNew = again.some((each) => !isOld(each))
          demand(again.length === 0 || hasNew, `sent again after ${how}, with the old secret`)
        })
      }
      await trial.also('secrets of other endpoints and tenants', () => expectOwnSecrets(trial))
      await trial.also('several rotations', () => expectNewestSecret(trial))
      await trial.also('the list of endpoints', () => expectSecretShownOnce(trial))
      await trial.also('long after a rotation', async () => {
        const tenant = await trial.ownTenant({ receives: true })
        const renewed = await tenant.renew(tenant.endpoint, 'rotate')
        tenant.answerWith(500)
        await approveLongAfter(tenant)
        await tenant.awaitRetry()
        for (const delivery of await tenant.arrived()) {
          expectSigned(delivery, renewed, 'the old secret still signs 90 days after a rotation')
        }
      })
      await trial.also('a removed endpoint', async () => {
        const tenant = await trial.ownTenant({ receives: true })
        tenant.answerWith(500)
        const inquiryId = await approve(tenant)
        const before = (await tenant.arrived()).length
        await tenant.removeEndpoint(tenant.endpoint)
        await tenant.resend(inquiryId)
        await tenant.awaitRetry()
        const { length } = await tenant.arrived()
        demand(length === before, 'a removed endpoint is still sent what was due')
      })
    },
  ),

  clause('W2', "an endpoint's URL is HTTPS", async (trial) => {
    const tenant = await trial.ownTenant()
    for (const url of ['http://merchant.example/events', 'ftp://merchant.example/events']) {
      const { status } = await tenant.tryEndpoint(url)
      demand(status >= 400, `an endpoint at ${url} was registered`)
    }
    const { status } = await tenant.tryEndpoint('https://merchant.example/events')
    demand(status < 300, `an endpoint with HTTPS was refused: ${status}`)
  }),

  clause('W3', 'HMAC-SHA256 over the exact bytes, keyed with the secret, hex', async (trial) => {
    for (const kind of ALL_KINDS) {
      await trial.part(kind, async () => {
        const { delivery, secret } = await trial.events.delivered(kind)
        const form = keyForm(delivery, secret)
        demand(form !== null, `${kind}: the digest is not that of the bytes, keyed with the secret`)
        trial.observe('N15', form)
      })
    }
    await trial.also('every attempt', async () => {
      const { attempts, secret } = await attemptsOfOneEvent(trial)
      const areSigned = attempts.every((each) => keyForm(each, secret) !== null)
      demand(areSigned, 'the digest of a retry is not that of its bytes, keyed with the secret')
    })
  }),

  clause('W4', 'X-Service-Signature: sha256=<hex>', async (trial) => {
    const { delivery } = await trial.events.any()
    const expectHeader = ({ headers }: Delivery, what: string) => {
      const header = headers['x-service-signature']
      demand(header !== undefined, `${what} without X-Service-Signature`)
      demand(SIGNATURE.test(String(header)), 'X-Service-Signature is not sha256= and 64 hex digits')
    }
    expectHeader(delivery, 'an event')
    await trial.also('every attempt', async () => {
      const { attempts } = await attemptsOfOneEvent(trial)
      for (const attempt of attempts) expectHeader(attempt, 'an attempt')
    })
  }),

  clause('W5', 'X-Service-Delivery-Id; Content-Type: application/json', async (trial) => {
    const { delivery } = await trial.events.any()
    const { headers } = delivery
    demand(deliveryId(delivery) !== '', 'an event without X-Service-Delivery-Id')
    const mediaType = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
    demand(mediaType === 'application/json', 'an event that is not application/json')
    await trial.also('deliveries of two events', async () => {
      const tenant = await trial.ownTenant({ receives: true })
      const inquiryIds = [await approve(tenant), await approve(tenant)]
      const deliveries = await tenant.delivered(2)
      const [one = [], other = []] = inquiryIds.map((inquiryId) =>
        deliveries.filter((each) => dataOf(each).inquiryId === inquiryId).map(deliveryId),
      )
      const areShared = one.some((id) => other.includes(id))
      demand(!areShared, 'two events have the same X-Service-Delivery-Id')
    })
    await trial.also('deliveries to two endpoints', async () => {
      const tenant = await trial.ownTenant({ receives: true })
      const second = await tenant.registerEndpoint()
      await approve(tenant)
      const one = (await tenant.delivered()).map(deliveryId)
      const other = (await tenant.delivered(1, second)).map(deliveryId)
      const areShared = one.some((id) => other.includes(id))
      demand(!areShared, 'deliveries to two endpoints have the same X-Service-Delivery-Id')
    })
    await trial.also('every attempt', async () => {
      const { attempts } = await attemptsOfOneEvent(trial)
      const haveIds = attempts.every((each) => deliveryId(each) !== '')
      demand(haveIds, 'an attempt without X-Service-Delivery-Id')
    })
  }),

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
        demand(size === 1, `a retry has another ${field} than the attempt before`)
      }
    })
    await trial.also('the same event at every endpoint', async () => {
      const tenant = await trial.ownTenant({ receives: true })
      const second = await tenant.registerEndpoint()
      const inquiryId = await approve(tenant)
      const [one] = eventsAbout(await tenant.delivered(), inquiryId)
      const [other] = eventsAbout(await tenant.delivered(1, second), inquiryId)
      demand(one?.id === other?.id, 'two endpoints get one event under two ids')
      const areAlike = one?.createdAt === other?.createdAt
      demand(areAlike, 'two endpoints get one event with two times')
    })
    await trial.also('the same event when it is sent again', async () => {
      const tenant = await trial.ownTenant({ receives: true })
      const inquiryId = await approve(tenant)
      await tenant.advance(600)
      await tenant.resend(inquiryId)
      const approvals = eventsAbout(await tenant.arrived(), inquiryId).filter(
        ({ type }) => type === 'inquiry.approved',
      )
      for (const field of ['id', 'createdAt'] as const) {
        const { size } = new Set(approvals.map((event) => event[field]))
        demand(size === 1, `an event that is sent again has another ${field}`)
      }
    })
    await trial.also('createdAt is when it happened', () => expectTimesOfTransitions(trial))
  }),

  clause('W7', `exactly one event for each change to ${ALL_KINDS.join(', ')}`, async (trial) => {
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
    await trial.also('two endpoints of which one fails', () => expectOwnAttempts(trial))
    await trial.also('one referenceId, or none', () => expectEventsDespiteReference(trial))
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
      demand(event !== undefined, "the pinned revision's list is not the one that counts")
    })
  }),

  clause('W9', 'data of inquiry.approved', async (trial) => {
    const { delivery, tenant, inquiryId } = await trial.events.delivered('inquiry.approved')
    const data = expectShape(approvedSchema, dataOf(delivery), 'data of inquiry.approved')
    demand(data.inquiryId === inquiryId, 'inquiry.approved: another inquiryId')
    if (!tenant) return
    const { referenceId } = await read(tenant.merchant, inquiryId)
    demand(data.referenceId === referenceId, 'inquiry.approved: another referenceId')
    expectSucceeded(dataOf(delivery), CAPABILITIES)
    await trial.also('the correlation id of the open request', async () => {
      const given = crypto.randomUUID()
      const own = await trial.ownTenant({ receives: true })
      const opened = await own.merchant.open({}, { 'x-correlation-id': given })
      if (opened.status === 400) throw new Unreachable('it accepts no X-Correlation-Id (N24)')
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
      if (!UUID.test(shown)) throw new Unreachable('the open shows no correlation id (N24)')
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
    await trial.also('a step that the contract has no name for', async () => {
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

  clause('W10', 'a receiver verifies the raw bytes, digest with digest', async () => {
    throw new Unreachable('it binds the receiver, not the service: see the receiver battery')
  }),
]

/** The event of a kind; W7 is the clause to blame when a subscribed one does not come at all. */
async function arrived(trial: Trial, kind: string): Promise<SignedDelivery> {
  try {
    return await trial.events.delivered(kind)
  } catch (error) {
    demand(!(error instanceof NotDelivered && trial.stage.control), `no ${kind} arrived`)
    throw error
  }
}

/** Approves a fresh inquiry and returns after the first attempt to deliver its event. */
async function approve(tenant: OwnTenant): Promise<string> {
  const inquiryId = await open(tenant.merchant)
  const before = (await tenant.arrived()).length
  await tenant.complete(inquiryId, 'APPROVED')
  await tenant.delivered(before + 1)
  return inquiryId
}

async function approveLongAfter(tenant: OwnTenant): Promise<void> {
  await tenant.advance(LONG_AFTER_ROTATION_S)
  await approve(tenant)
}

/** Data of the approval's event. */
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

/** The first attempt, answered with 500, and the retry. */
async function attemptsOfOneEvent(trial: Trial): Promise<{ attempts: Delivery[]; secret: string }> {
  const tenant = await trial.ownTenant({ receives: true })
  tenant.answerWith(500)
  const inquiryId = await approve(tenant)
  if (!(await tenant.awaitRetry())) throw new Unreachable('it does not retry (N8)')
  const attempts = (await tenant.arrived()).filter(
    (each) => dataOf(each).inquiryId === inquiryId && eventOf(each).type === 'inquiry.approved',
  )
  return { attempts, secret: tenant.endpoint.secret }
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

/** Every subscribed kind arrived, and no other. */
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

function expectSigned(delivery: Delivery, { secret }: Endpoint, otherwise: string): void {
  demand(keyForm(delivery, secret) !== null, otherwise)
}

/** N16 leaves open whether the old secret signs for a while, but not that the new one does. */
async function expectNewSecret(
  trial: Trial,
  tenant: OwnTenant,
  { old, renewed, how, after }: { old: Endpoint; renewed: Endpoint; how: string; after: number },
): Promise<void> {
  const arrived = (await tenant.arrived()).slice(after)
  const signedWith = ({ secret }: Endpoint) =>
    arrived.filter((each) => keyForm(each, secret) !== null).length
  demand(signedWith(renewed) > 0, `the new secret does not sign after ${how}`)
  demand(
    signedWith(renewed) + signedWith(old) === arrived.length,
    `after ${how} neither the new secret nor the old one signs`,
  )
  trial.observe('N16', `after ${how}: ${signedWith(old) > 0 ? 'both sign' : 'stops at once'}`)
}

function deliveryId({ headers }: Delivery): string {
  return String(headers['x-service-delivery-id'] ?? '')
}
