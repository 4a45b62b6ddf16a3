// The life of an inquiry, from open to decision: the only code that changes its status.
// The merchant API opens, the hosted flow records and finishes, the portal and the control API decide.
import { randomUUID } from 'node:crypto'
import type { Clock } from '../scenario/clock.ts'
import { type GapValue, gapValue } from '../scenario/gaps.ts'
import { magicOutcome } from '../scenario/magic-reference.ts'
import type { Artifacts, CollectedPage } from '../service/artifacts.ts'
import type {
  ArtifactType,
  Capability,
  DocumentData,
  Inquiry,
  PersonalInfo,
  Revision,
  Tenant,
} from '../state/entities.ts'
import type { Store } from '../state/store.ts'
import { enqueueEvent } from './delivery/outbox.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** N25: an inquiry's own lifetime; a requested expiresAt is capped by it (O6). */
const LIFETIME_MS = {
  'seven-days': 7 * DAY_MS,
  'one-hour': HOUR_MS,
  'thirty-days': 30 * DAY_MS,
} as const satisfies Record<GapValue<'N25'>, number>
/** How long an inquiry that runs by itself stays COMPLETED before it is decided. */
export const DECISION_DELAY_MS = 3_000
/** N5: how long an unknown status stands, and when a decision is reversed. */
const SECOND_THOUGHT_MS = 30_000
/** N6 `after-event`: how long the status endpoint lags behind the event. */
const DECISION_LAG_MS = 5_000
/** N29: when an approval is taken back without an event. */
const SILENT_REVERSAL_MS = 3 * DAY_MS
const SILENTLY_TO = {
  never: null,
  'silent-failure': 'FAILED',
  'silent-decline': 'DECLINED',
} as const satisfies Record<GapValue<'N29'>, string | null>

const REVIEW_REASON = 'The name on the document differs from the name the customer gave.'
const MANY_REVIEW_REASONS = Array.from(
  { length: 12 },
  (_, index) => `Check ${index + 1} of 12 was inconclusive.`,
)
const REVERSED = new Map([
  ['APPROVED', 'DECLINED'],
  ['DECLINED', 'APPROVED'],
  ['FAILED', 'APPROVED'],
])

export interface CapabilityOutcome {
  capability: Capability
  succeeded: boolean
  personalInfo?: PersonalInfo
  document?: DocumentData
  scan?: { type: ArtifactType; pages: readonly CollectedPage[] }
}

export type FlowRefusal = 'unknown' | 'expired' | 'finished' | 'incomplete'
export type FlowResult = { ok: true; inquiry: Inquiry } | { ok: false; reason: FlowRefusal }

export class InquiryLife {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly artifacts: Artifacts,
  ) {}

  /** Opens from a published, enabled revision; what the merchant sent has been checked before. */
  open(
    revision: Revision,
    request: {
      referenceId: string | null
      note: string | null
      expiresAtMs: number | null
      correlationId: string
    },
  ): Inquiry {
    const { tenantId } = revision
    const nowMs = this.clock.nowMs(tenantId)
    const openedAt = new Date(nowMs).toISOString()
    const tenant = this.store.tenants.require(tenantId)
    const lastMs = nowMs + LIFETIME_MS[gapValue(tenant, 'N25')]
    const expiresAtMs = Math.min(request.expiresAtMs ?? lastMs, lastMs)
    return this.store.inquiries.put({
      id: randomUUID(),
      tenantId,
      templateId: revision.templateId,
      revisionId: revision.id,
      referenceId: request.referenceId,
      note: request.note,
      openedAt,
      expiresAt: new Date(expiresAtMs).toISOString(),
      status: 'PENDING',
      history: [{ status: 'PENDING', at: openedAt }],
      reviewReasons: [],
      portalDecisionNote: null,
      portalDecidedAt: null,
      correlationId: request.correlationId,
      steps: revision.definition.steps,
      results: [],
      personalInfo: null,
      document: null,
      plannedOutcome: magicOutcome(request.referenceId) ?? this.#takeOutcomePlan(tenantId),
      cancelledAt: null,
      finishedAt: null,
      lastEventAt: null,
    })
  }

  /** The inquiry, when its flow can still be used; else why not. */
  openFlow(inquiryId: string): FlowResult {
    const inquiry = this.store.inquiries.get(inquiryId)
    if (!inquiry) return { ok: false, reason: 'unknown' }
    if (inquiry.finishedAt !== null) return { ok: false, reason: 'finished' }
    if (this.isExpired(inquiry)) return { ok: false, reason: 'expired' }
    return { ok: true, inquiry }
  }

  isExpired(inquiry: Inquiry): boolean {
    return this.clock.nowMs(inquiry.tenantId) >= Date.parse(inquiry.expiresAt)
  }

  /** Keeps what one capability gave: its result, its data and its pictures. A retake records again. */
  recordCapability(inquiryId: string, outcome: CapabilityOutcome): FlowResult {
    return this.store.transaction(() => {
      const flow = this.openFlow(inquiryId)
      if (!flow.ok) return flow
      return { ok: true, inquiry: this.#record(flow.inquiry, outcome) }
    })
  }

  /**
   * The customer hands in. An outcome given here is decided at once; without one the inquiry runs by itself:
   * COMPLETED, and a moment later what was planned, else what the results deserve.
   */
  finish(inquiryId: string, outcome: string | null = null): FlowResult {
    return this.store.transaction(() => {
      const flow = this.openFlow(inquiryId)
      if (!flow.ok) return flow
      const { inquiry } = flow
      const done = new Set(inquiry.results.map((result) => result.capability))
      if (!inquiry.steps.every((step) => done.has(step))) return { ok: false, reason: 'incomplete' }
      return { ok: true, inquiry: this.#settle(inquiry, outcome) }
    })
  }

  /** The customer leaves on purpose. The inquiry stays open, and can be taken up again until it expires. */
  cancel(inquiryId: string): FlowResult {
    return this.store.transaction(() => {
      const flow = this.openFlow(inquiryId)
      if (!flow.ok) return flow
      const cancelledAt = this.clock.nowIso(flow.inquiry.tenantId)
      return { ok: true, inquiry: this.store.inquiries.put({ ...flow.inquiry, cancelledAt }) }
    })
  }

  /** Records the given capabilities, then settles with the outcome: what a test does in place of a person. */
  complete(inquiryId: string, outcomes: readonly CapabilityOutcome[], outcome: string): FlowResult {
    return this.store.transaction(() => {
      const flow = this.openFlow(inquiryId)
      if (!flow.ok) return flow
      const recorded = outcomes.reduce((inquiry, next) => this.#record(inquiry, next), flow.inquiry)
      return { ok: true, inquiry: this.#settle(recorded, outcome) }
    })
  }

  /** A portal decision (P4), also against an earlier one. */
  decide(inquiry: Inquiry, status: string, note: string | null): Inquiry {
    return this.store.transaction(() => {
      // A person was faster than the machine: what it had planned no longer counts.
      for (const { id, inquiryId } of this.store.scheduledDecisions.values()) {
        if (inquiryId === inquiry.id) this.store.scheduledDecisions.delete(id)
      }
      const portalDecidedAt = this.clock.nowIso(inquiry.tenantId)
      const finishedAt = inquiry.finishedAt ?? portalDecidedAt
      const decided = { ...inquiry, finishedAt, portalDecisionNote: note, portalDecidedAt }
      return this.#change(decided, status)
    })
  }

  /** Carries out the decisions that are due, and says when the next one is, in tenant-clock milliseconds from now. */
  runScheduled(): number {
    let nextInMs = Number.POSITIVE_INFINITY
    for (const decision of this.store.scheduledDecisions.values()) {
      const inMs = Date.parse(decision.dueAt) - this.clock.nowMs(decision.tenantId)
      if (inMs > 0) {
        if (!this.clock.isFrozen(decision.tenantId)) nextInMs = Math.min(nextInMs, inMs)
        continue
      }
      this.store.transaction(() => {
        this.store.scheduledDecisions.delete(decision.id)
        const inquiry = this.store.inquiries.require(decision.inquiryId)
        if (decision.silent) this.#change(inquiry, decision.status, { silent: true })
        else if (decision.note === null) this.#settleAs(inquiry, decision.status)
        else this.decide(inquiry, decision.status, decision.note)
      })
    }
    return nextInMs
  }

  #record(inquiry: Inquiry, outcome: CapabilityOutcome): Inquiry {
    const { capability, succeeded, scan } = outcome
    // What a failed check read is not the customer's identity (D11).
    const { personalInfo, document } = succeeded ? outcome : {}
    if (scan) this.artifacts.add(inquiry, { capability, succeeded, ...scan })
    return this.store.inquiries.put({
      ...inquiry,
      cancelledAt: null,
      personalInfo: personalInfo ?? inquiry.personalInfo,
      document: document ?? inquiry.document,
      results: [
        ...inquiry.results,
        { capability, succeeded, at: this.clock.nowIso(inquiry.tenantId) },
      ],
    })
  }

  #settle(inquiry: Inquiry, chosen: string | null): Inquiry {
    const tenant = this.store.tenants.require(inquiry.tenantId)
    const finished = { ...inquiry, finishedAt: this.clock.nowIso(inquiry.tenantId) }
    const outcome = chosen ?? inquiry.plannedOutcome ?? deservedOutcome(inquiry)
    const transitions = gapValue(tenant, 'N5')
    if (transitions === 'unknown-status') {
      this.#schedule(inquiry, outcome, SECOND_THOUGHT_MS)
      return this.#change(finished, 'ESCALATED')
    }
    if (transitions === 'straight') return this.#settleAs(finished, outcome)
    const completed = this.#change(finished, 'COMPLETED')
    if (outcome === 'COMPLETED') return completed
    if (chosen === null) {
      this.#schedule(inquiry, outcome, DECISION_DELAY_MS)
      return completed
    }
    return this.#settleAs(completed, outcome)
  }

  /** From a handed-in inquiry to its outcome: DECLINED comes from a portal decision after a review (N5). */
  #settleAs(inquiry: Inquiry, outcome: string): Inquiry {
    const tenant = this.store.tenants.require(inquiry.tenantId)
    const transitions = gapValue(tenant, 'N5')
    const settled =
      outcome === 'DECLINED' && transitions !== 'straight'
        ? this.decide(this.#change(inquiry, 'NEEDS_REVIEW'), outcome, 'Declined after review.')
        : this.#change(inquiry, outcome)
    const reversed = REVERSED.get(outcome)
    if (transitions === 'reversal' && reversed !== undefined) {
      const note = 'Reversed after a second look.'
      this.#schedule(inquiry, reversed, SECOND_THOUGHT_MS, { note })
    }
    return settled
  }

  #change(inquiry: Inquiry, status: string, { silent = false } = {}): Inquiry {
    // Only a transition sends an event (W7).
    if (inquiry.status === status) return this.store.inquiries.put(inquiry)
    const tenant = this.store.tenants.require(inquiry.tenantId)
    const nowMs = this.clock.nowMs(inquiry.tenantId)
    const at = new Date(nowMs).toISOString()
    const lags = gapValue(tenant, 'N6') === 'after-event' && status !== 'COMPLETED'
    const visible = lags ? { visibleAt: new Date(nowMs + DECISION_LAG_MS).toISOString() } : {}
    const changed: Inquiry = {
      ...inquiry,
      status,
      history: [...inquiry.history, { status, at, ...visible }],
      reviewReasons: status === 'NEEDS_REVIEW' ? reviewReasons(tenant) : inquiry.reviewReasons,
    }
    const takenBackTo = SILENTLY_TO[gapValue(tenant, 'N29')]
    if (status === 'APPROVED' && takenBackTo !== null) {
      this.#schedule(inquiry, takenBackTo, SILENT_REVERSAL_MS, { silent: true })
    }
    if (silent) return this.store.inquiries.put(changed)
    return this.store.inquiries.put(enqueueEvent(this.store, this.clock, changed))
  }

  #schedule(
    inquiry: Inquiry,
    status: string,
    inMs: number,
    { note = null, silent = false }: { note?: string | null; silent?: boolean } = {},
  ): void {
    const { id: inquiryId, tenantId } = inquiry
    const dueAt = new Date(this.clock.nowMs(tenantId) + inMs).toISOString()
    const id = randomUUID()
    this.store.scheduledDecisions.put({ id, tenantId, inquiryId, status, note, silent, dueAt })
  }

  #takeOutcomePlan(tenantId: string): string | null {
    const [plan] = this.store.outcomePlans.listBy('tenant', tenantId)
    if (!plan) return null
    if (plan.remaining <= 1) this.store.outcomePlans.delete(plan.id)
    else this.store.outcomePlans.put({ ...plan, remaining: plan.remaining - 1 })
    return plan.outcome
  }
}

function reviewReasons(tenant: Tenant): string[] {
  switch (gapValue(tenant, 'N26')) {
    case 'one-or-more':
    case 'only-in-review':
      return [REVIEW_REASON]
    case 'none':
      return []
    case 'many':
      return MANY_REVIEW_REASONS
  }
}

/** A capability whose newest result failed fails the inquiry. */
function deservedOutcome(inquiry: Inquiry): string {
  const newest = new Map(inquiry.results.map((result) => [result.capability, result.succeeded]))
  return [...newest.values()].every((succeeded) => succeeded) ? 'APPROVED' : 'FAILED'
}
