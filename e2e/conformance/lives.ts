// Takes inquiries through every transition, all at the same time, and keeps what was done and which events arrived.
import { eventsAbout } from './events.ts'
import { UUID } from './expectations.ts'
import { openedId, read, readDecided } from './inquiries.ts'
import type { Delivery } from './receiver.ts'
import {
  ALL_KINDS,
  type Definition,
  type OwnTenant,
  type TenantOptions,
} from './sandbox-control.ts'

const STEPS = ['PERSONAL_INFO', 'PASSPORT_SCAN', 'FACE_MATCH']
/** With a kind that the contract doesn't name, to see whether the service sends it (N13). */
const SUBSCRIBED = [...ALL_KINDS, 'inquiry.future']
const DEFINITION: Definition = { steps: STEPS, webhooks: { subscribe: SUBSCRIBED } }
const MINUTE_S = 60
/** Between two acts; more than the tolerance for times, less than it takes a service to reverse a decision (N5). */
const STEP_S = 10
/** Long enough for late events (N10) and for a service that sends twice. */
const AFTERMATH_S = [10 * MINUTE_S, 14 * 24 * 60 * MINUTE_S]

const OUTCOMES = ['APPROVED', 'NEEDS_REVIEW', 'DECLINED', 'FAILED', 'COMPLETED']
const DECISIONS = ['APPROVED', 'NEEDS_REVIEW', 'DECLINED', 'FAILED']
/** The flow's outcome, and then what the portal decides. Nobody finishes the first, and it expires. */
const COURSES: readonly (readonly string[])[] = [
  [],
  ...OUTCOMES.map((outcome) => [outcome]),
  ...OUTCOMES.flatMap((outcome) => DECISIONS.map((decision) => [outcome, decision])),
  ['NEEDS_REVIEW', 'APPROVED', 'DECLINED', 'APPROVED'],
  ['NEEDS_REVIEW', 'DECLINED', 'NEEDS_REVIEW', 'APPROVED'],
  ['APPROVED', 'NEEDS_REVIEW', 'FAILED', 'DECLINED'],
]

export interface Transition {
  from: string
  to: string
  /** When it happened, by the tenant's clock. */
  fromMs: number
  untilMs: number
}

export interface Opened {
  inquiryId: string
  /** Null if the service neither accepts nor shows one (N24). */
  correlationId: string | null
  idempotencyKey: string
}

export interface Life extends Opened {
  /** The statuses that it takes after PENDING. */
  course: readonly string[]
  referenceId: string
  succeededCapabilities: string[]
  transitions: Transition[]
  /** What its status was after a while, and much later. */
  laterStatuses: unknown[]
  /** In the order of createdAt, each as often as it was delivered. */
  events: Record<string, unknown>[]
}

export interface Lives {
  lives: Life[]
  /** All that the tenant's endpoint got, which accepted everything. */
  deliveries: Delivery[]
  /** The kinds to which their template subscribes. */
  subscribed: readonly string[]
}

export async function liveThroughEveryTransition(
  createTenant: (options: TenantOptions) => Promise<OwnTenant>,
): Promise<Lives> {
  const tenant = await createTenant({ receives: true, definition: DEFINITION })
  // Only the suite moves the clock, so it knows when everything happens.
  await tenant.freeze()
  const lives: Life[] = []
  for (const [index, course] of COURSES.entries()) lives.push(await begin(tenant, course, index))
  const rounds = Math.max(...COURSES.map(({ length }) => length))
  for (let round = 0; round < rounds; round += 1) await takeStep(tenant, lives, round)
  for (const seconds of AFTERMATH_S) {
    await tenant.advance(seconds)
    for (const { inquiryId, laterStatuses } of lives) {
      laterStatuses.push((await read(tenant.merchant, inquiryId)).status)
    }
  }
  const deliveries = await tenant.arrived()
  for (const life of lives) {
    life.events = eventsAbout(deliveries, life.inquiryId).toSorted((one, other) =>
      String(one.createdAt).localeCompare(String(other.createdAt)),
    )
  }
  return { lives, deliveries, subscribed: SUBSCRIBED }
}

/** The n-th inquiry. */
async function begin(tenant: OwnTenant, course: readonly string[], index: number): Promise<Life> {
  const referenceId = `conformance-${index}-${crypto.randomUUID()}`
  const isLeft = course.length === 0
  const expiry = isLeft ? { expiresAt: await inFiveMinutes(tenant) } : {}
  const opened = await openTraced(tenant, { referenceId, ...expiry })
  if (isLeft) await tenant.record(opened.inquiryId, { capability: 'PERSONAL_INFO' })
  return {
    ...opened,
    course,
    referenceId,
    // One of the eight subsets, another for each neighbour, so that none passes for another's.
    succeededCapabilities: STEPS.filter((_, step) => !((index >> step) & 1)),
    transitions: [],
    laterStatuses: [],
    events: [],
  }
}

async function inFiveMinutes(tenant: OwnTenant): Promise<string> {
  return new Date((await tenant.nowMs()) + 5 * MINUTE_S * 1000).toISOString()
}

/** Opens with a correlation id of the suite's, or takes the one that the service shows (N24). */
export async function openTraced(
  { merchant }: OwnTenant,
  fields: Record<string, unknown> = {},
): Promise<Opened> {
  const correlationId = crypto.randomUUID()
  const key = crypto.randomUUID()
  const headers = { 'x-correlation-id': correlationId, 'idempotency-key': key }
  const traced = await merchant.open(fields, headers)
  if (traced.status !== 400)
    return { inquiryId: openedId(traced), correlationId, idempotencyKey: key }
  const idempotencyKey = crypto.randomUUID()
  const untraced = await merchant.open(fields, { 'idempotency-key': idempotencyKey })
  const shown = untraced.headers.get('x-correlation-id') ?? ''
  const isShown = UUID.test(shown)
  return { inquiryId: openedId(untraced), correlationId: isShown ? shown : null, idempotencyKey }
}

/** Every inquiry whose course goes on takes its next step. */
async function takeStep(tenant: OwnTenant, lives: readonly Life[], round: number): Promise<void> {
  const fromMs = await tenant.advance(STEP_S)
  const steps = lives.flatMap((life) => {
    const [from = '', to] = ['PENDING', ...life.course].slice(round)
    return to === undefined ? [] : [{ life, from, to }]
  })
  for (const { life, to } of steps) {
    if (round > 0) await tenant.decide(life.inquiryId, to)
    else await tenant.complete(life.inquiryId, to, { failedCapabilities: failed(life) })
  }
  // N5: the flow may take a while to decide. The portal decides at once.
  if (round === 0) {
    for (const { life, to } of steps) await readDecided(tenant, life.inquiryId, to)
  }
  const untilMs = await tenant.nowMs()
  for (const { life, from, to } of steps) {
    if (from !== to) life.transitions.push({ from, to, fromMs, untilMs })
  }
}

function failed({ succeededCapabilities }: Life): string[] {
  return STEPS.filter((step) => !succeededCapabilities.includes(step))
}
