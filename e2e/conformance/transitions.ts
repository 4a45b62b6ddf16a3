// What must hold for the events of an inquiry over its whole life (W6, W7): one event for each transition that sends
// one, each with its own id and time.
import { eventOf, eventsAbout, STATUS_OF_KIND } from './events.ts'
import { isRecord } from './expectations.ts'
import { open, read, readDecided } from './inquiries.ts'
import { ALL_KINDS, type OwnTenant } from './sandbox-control.ts'
import type { Trial } from './trial.ts'
import { demand } from './verdict.ts'

const MINUTE_S = 60
const DAY_S = 24 * 60 * MINUTE_S
/** Long enough for late events (N10) and for a service that sends twice. */
const AFTERMATH_S = [10 * MINUTE_S, 4 * DAY_S]
const CLOCK_TOLERANCE_MS = 2_000

/** A course that an inquiry can take, and the events that it must cause. */
interface Life {
  name: string
  live(tenant: OwnTenant): Promise<string>
  events: string[]
}

const APPROVED = 'inquiry.approved'
const IN_REVIEW = 'inquiry.review_in_progress'
const DECLINED = 'inquiry.declined'

const LIVES: readonly Life[] = [
  { name: 'an approval', live: (tenant) => completed(tenant, 'APPROVED'), events: [APPROVED] },
  { name: 'a review', live: (tenant) => completed(tenant, 'NEEDS_REVIEW'), events: [IN_REVIEW] },
  { name: 'a decline', live: (tenant) => completed(tenant, 'DECLINED'), events: [DECLINED] },
  { name: 'a failure', live: (tenant) => completed(tenant, 'FAILED'), events: [] },
  { name: 'COMPLETED', live: (tenant) => completed(tenant, 'COMPLETED'), events: [] },
  {
    name: 'a flow that nobody finished',
    async live(tenant) {
      const inquiryId = await open(tenant.merchant)
      await tenant.record(inquiryId, { capability: 'PERSONAL_INFO' })
      return inquiryId
    },
    events: [],
  },
  {
    name: 'an expiry',
    async live(tenant) {
      const expiresAt = new Date((await tenant.nowMs()) + 5 * MINUTE_S * 1000).toISOString()
      return open(tenant.merchant, { expiresAt })
    },
    events: [],
  },
  {
    name: 'an approval after a review',
    live: (tenant) => decided(tenant, 'APPROVED'),
    events: [IN_REVIEW, APPROVED],
  },
  {
    name: 'a failure after a review',
    live: (tenant) => decided(tenant, 'FAILED'),
    events: [IN_REVIEW],
  },
  {
    name: 'an approval confirmed by a second one',
    live: (tenant) => decided(tenant, 'APPROVED', 'APPROVED'),
    events: [IN_REVIEW, APPROVED],
  },
  {
    name: 'a decline after the flow approved',
    live: (tenant) => decidedAfter(tenant, 'APPROVED', 'DECLINED'),
    events: [APPROVED, DECLINED],
  },
  {
    name: 'an approval after the flow failed',
    live: (tenant) => decidedAfter(tenant, 'FAILED', 'APPROVED'),
    events: [APPROVED],
  },
  {
    name: 'an approval that is reversed twice',
    live: (tenant) => decided(tenant, 'APPROVED', 'DECLINED', 'APPROVED'),
    events: [IN_REVIEW, APPROVED, DECLINED, APPROVED],
  },
]

/** @returns the kinds that were sent but aren't in the contract. */
export async function expectExactlyOneEventPerTransition(trial: Trial): Promise<string[]> {
  const tenant = await trial.ownTenant({ receives: true })
  const lives: { life: Life; inquiryId: string }[] = []
  for (const life of LIVES) lives.push({ life, inquiryId: await life.live(tenant) })
  const statuses = new Map<string, unknown[]>()
  for (const seconds of AFTERMATH_S) {
    await tenant.advance(seconds)
    for (const { inquiryId } of lives) {
      const { status } = await read(tenant.merchant, inquiryId)
      statuses.set(inquiryId, [...(statuses.get(inquiryId) ?? []), status])
    }
  }
  const deliveries = await tenant.arrived()
  for (const { life, inquiryId } of lives) {
    const kinds = eventsAbout(deliveries, inquiryId).map(({ type }) => String(type))
    expectKinds(life, kinds, statuses.get(inquiryId) ?? [])
  }
  const kinds = new Set(deliveries.map((each) => String(eventOf(each).type)))
  return [...kinds].filter((kind) => !ALL_KINDS.includes(kind))
}

/** @param statuses what the inquiry's status was later. */
function expectKinds(
  { name, events }: Life,
  kinds: readonly string[],
  statuses: readonly unknown[],
): void {
  for (const kind of ALL_KINDS) {
    const expected = events.filter((each) => each === kind).length
    const got = kinds.filter((each) => each === kind).length
    // N5: a decision may be reversed later, and a decline may follow a review.
    const isReversal = statuses.includes(STATUS_OF_KIND[kind]) && events.at(-1) !== kind
    const isReviewBefore = kind === IN_REVIEW && events.includes(DECLINED)
    const allowed = expected + (isReversal || (isReviewBefore && expected === 0) ? 1 : 0)
    demand(got >= expected, `${name}: expected ${expected} ${kind}, got ${got}`)
    demand(got <= allowed, `${name}: expected ${expected || 'no'} ${kind}, got ${got}`)
  }
}

/** Events reach only their own tenant's endpoints. */
export async function expectNoEventElsewhere(trial: Trial): Promise<void> {
  const [tenant, other] = [
    await trial.ownTenant({ receives: true }),
    await trial.ownTenant({ receives: true }),
  ]
  const inquiryId = await completed(tenant, 'APPROVED')
  await tenant.delivered()
  const leaked = eventsAbout(await other.arrived(), inquiryId)
  demand(leaked.length === 0, "another tenant's endpoint got the event")
}

/** Every transition has its own event id, within one inquiry and across inquiries. */
export async function expectOneIdPerTransition(trial: Trial): Promise<void> {
  const tenant = await trial.ownTenant({ receives: true })
  const inquiryIds = [
    await decided(tenant, 'APPROVED', 'DECLINED', 'APPROVED'),
    await completed(tenant, 'APPROVED'),
  ]
  const deliveries = await tenant.delivered(5)
  const events = inquiryIds.flatMap((inquiryId) => eventsAbout(deliveries, inquiryId))
  const ids = new Set(events.map(({ id }) => id))
  // Counted by time, because an event that arrives twice is still one transition.
  const times = new Set(events.map(({ createdAt }) => createdAt))
  demand(ids.size >= times.size, `${times.size} transitions share ${ids.size} event ids`)
}

/** createdAt is when the transition happened, by the tenant's moved clock. */
export async function expectTimesOfTransitions(trial: Trial): Promise<void> {
  const tenant = await trial.ownTenant({ receives: true })
  const inquiryId = await open(tenant.merchant)
  await tenant.advance(10 * MINUTE_S)
  const fromMs = (await tenant.nowMs()) - CLOCK_TOLERANCE_MS
  await tenant.complete(inquiryId, 'NEEDS_REVIEW')
  await readDecided(tenant, inquiryId, 'NEEDS_REVIEW')
  await tenant.advance(10 * MINUTE_S)
  await tenant.decide(inquiryId, 'APPROVED')
  const deliveries = await tenant.delivered(2)
  const untilMs = (await tenant.nowMs()) + CLOCK_TOLERANCE_MS
  const events = eventsAbout(deliveries, inquiryId)
  const atMs = (kind: string) =>
    Date.parse(String(events.find(({ type }) => type === kind)?.createdAt))
  const [reviewMs, approvedMs] = [atMs(IN_REVIEW), atMs(APPROVED)]
  if (Number.isNaN(reviewMs) || Number.isNaN(approvedMs)) return
  demand(fromMs <= reviewMs && approvedMs <= untilMs, 'createdAt is not when it happened')
  demand(reviewMs < approvedMs, 'createdAt does not show the order of two transitions')
}

/** expiresAt limits the hosted flow, not the review after it. */
export async function expectEventOfLateDecision(trial: Trial): Promise<void> {
  const tenant = await trial.ownTenant({ receives: true })
  const expiresAt = new Date((await tenant.nowMs()) + 5 * MINUTE_S * 1000).toISOString()
  const inquiryId = await open(tenant.merchant, { expiresAt })
  await tenant.complete(inquiryId, 'NEEDS_REVIEW')
  await readDecided(tenant, inquiryId, 'NEEDS_REVIEW')
  await tenant.advance(DAY_S)
  await tenant.decide(inquiryId, 'APPROVED')
  const { status } = await readDecided(tenant, inquiryId, 'APPROVED')
  demand(status === 'APPROVED', `a decision after expiresAt leaves the inquiry ${status}`)
  const events = eventsAbout(await tenant.delivered(2), inquiryId)
  const { length } = events.filter(({ type }) => type === APPROVED)
  demand(length === 1, `a decision after expiresAt sends ${length} events`)
}

/** W9: each approval of one inquiry has its own time. */
export async function expectNewApprovedAt(trial: Trial): Promise<void> {
  const tenant = await trial.ownTenant({ receives: true })
  const inquiryId = await decided(tenant, 'APPROVED', 'DECLINED')
  await tenant.advance(10 * MINUTE_S)
  await tenant.decide(inquiryId, 'APPROVED')
  const approvals = eventsAbout(await tenant.delivered(4), inquiryId).filter(
    ({ type }) => type === APPROVED,
  )
  const times = new Map(
    approvals.map(({ id, data }) => [id, isRecord(data) ? data.approvedAt : undefined]),
  )
  const isOwn = new Set(times.values()).size === times.size
  demand(isOwn, 'inquiry.approved: a second approval has the approvedAt of the first')
}

async function completed(tenant: OwnTenant, outcome: string): Promise<string> {
  const inquiryId = await open(tenant.merchant)
  await tenant.complete(inquiryId, outcome)
  return inquiryId
}

/** Sends an inquiry to review, then decides it in the portal. */
function decided(tenant: OwnTenant, ...decisions: string[]): Promise<string> {
  return decidedAfter(tenant, 'NEEDS_REVIEW', ...decisions)
}

async function decidedAfter(
  tenant: OwnTenant,
  outcome: string,
  ...decisions: string[]
): Promise<string> {
  const inquiryId = await completed(tenant, outcome)
  await readDecided(tenant, inquiryId, outcome)
  for (const decision of decisions) {
    await tenant.decide(inquiryId, decision)
    await tenant.advance(1)
  }
  return inquiryId
}
