// The lifecycle of an inquiry, from open to decision. Only this code changes its status: the merchant API opens, the hosted
// flow records and finishes, the portal and the control API decide.
import { randomUUID } from 'node:crypto'
import type { Clock } from '../scenario/clock.ts'
import {
  failedChecks,
  hasExpiredDocument,
  hasTwoNames,
  lifetimeMs,
  REVERSAL_DELAY_MS,
  reversalOf,
  reviewReasons,
  silentReversal,
  visibleFromMs,
} from '../scenario/gaps/life.ts'
import { gapValue } from '../scenario/gaps/table.ts'
import { magicOutcome } from '../scenario/magic-reference.ts'
import type { CapabilityOutcome } from '../service/capabilities.ts'
import { expiryMs } from '../service/opening.ts'
import type { Refused } from '../service/problems.ts'
import type { OpenRequest } from '../service/schemas.ts'
import type { Artifact, Capability, Inquiry, Order, Revision } from '../state/entities.ts'
import type { Pictures } from '../state/pictures.ts'
import type { Store } from '../state/store.ts'
import { enqueueEvent } from './delivery/outbox.ts'

/** How long an inquiry stays COMPLETED before it is decided automatically. */
const DECISION_DELAY_MS = 3_000
/** Every retake is stored, and anyone with the inquiryId can send one. */
const MAX_RESULTS_PER_CAPABILITY = 50

export type FlowRefusal =
  | 'unknown'
  | 'expired'
  | 'finished'
  | 'incomplete'
  | 'not-a-step'
  | 'too-many-retakes'
export type FlowResult = { ok: true; inquiry: Inquiry } | { ok: false; reason: FlowRefusal }

export class Inquiries {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly pictures: Pictures,
  ) {}

  /** Opens from a published, enabled revision. */
  open(
    revision: Revision,
    request: OpenRequest,
    correlationId: string,
  ): { ok: true; inquiry: Inquiry } | Refused {
    const tenant = this.store.tenants.require(revision.tenantId)
    const nowMs = this.clock.nowMs(tenant.id)
    const expiry = expiryMs(request, nowMs, lifetimeMs(tenant))
    if (!expiry.ok) return expiry
    const openedAt = toIso(nowMs)
    const referenceId = request.referenceId ?? null
    const outcome = magicOutcome(referenceId)
    const plan = outcome === null ? this.#takePlan(tenant.id) : { outcome, order: {} }
    const inquiry = this.store.inquiries.put({
      id: randomUUID(),
      tenantId: tenant.id,
      templateId: revision.templateId,
      revisionId: revision.id,
      referenceId,
      note: request.note ?? null,
      openedAt,
      expiresAt: toIso(expiry.expiresAtMs),
      status: 'PENDING',
      history: [{ status: 'PENDING', at: openedAt }],
      reviewReasons: [],
      portalDecisionNote: null,
      portalDecidedAt: null,
      correlationId,
      steps: revision.definition.steps,
      results: [],
      personalInfo: null,
      document: null,
      plannedOutcome: plan?.outcome ?? null,
      order: plan?.order ?? {},
      cancelledAt: null,
      finishedAt: null,
      lastEventAt: null,
    })
    return { ok: true, inquiry }
  }

  /** The inquiry if its flow can still be used, otherwise the reason why not. */
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

  /** Stores one capability's result, data and pictures. A retake adds another result. */
  recordCapability(inquiryId: string, outcome: CapabilityOutcome): FlowResult {
    return this.#inFlow(inquiryId, (inquiry) => {
      const { capability } = outcome
      if (!inquiry.steps.includes(capability)) return 'not-a-step'
      const earlier = inquiry.results.filter((result) => result.capability === capability)
      if (earlier.length >= MAX_RESULTS_PER_CAPABILITY) return 'too-many-retakes'
      return this.#record(inquiry, outcome)
    })
  }

  /**
   * The customer submits. A chosen outcome takes effect immediately. Without one, the inquiry becomes COMPLETED and then
   * gets the planned outcome, or else the one that follows from the results.
   */
  finish(inquiryId: string, outcome: string | null = null): FlowResult {
    return this.#inFlow(inquiryId, (inquiry) => {
      const done = new Set(inquiry.results.map((result) => result.capability))
      if (!inquiry.steps.every((step) => done.has(step))) return 'incomplete'
      // A failure has a failed check behind it, as a failing specimen would have.
      const isUnfounded =
        (outcome ?? inquiry.plannedOutcome) === 'FAILED' && failedChecks(inquiry).length === 0
      const capability = inquiry.steps.includes('FACE_MATCH') ? 'FACE_MATCH' : inquiry.steps.at(-1)
      const checked =
        isUnfounded && capability
          ? this.#record(inquiry, { capability, succeeded: false })
          : inquiry
      return this.#settle(checked, outcome)
    })
  }

  /** The customer cancels. The inquiry stays open and can be resumed until it expires. */
  cancel(inquiryId: string): FlowResult {
    return this.#inFlow(inquiryId, (inquiry) =>
      this.store.inquiries.put({ ...inquiry, cancelledAt: this.clock.nowIso(inquiry.tenantId) }),
    )
  }

  /** Records the given capabilities and settles with the outcome, so a test needs no person. */
  complete(
    inquiryId: string,
    outcomes: readonly CapabilityOutcome[],
    outcome: string,
    order: Order = {},
  ): FlowResult {
    return this.#inFlow(inquiryId, (inquiry) => {
      const ordered = { ...inquiry, order: { ...inquiry.order, ...order } }
      return this.#settle(
        outcomes.reduce((current, next) => this.#record(current, next), ordered),
        outcome,
      )
    })
  }

  /** Sets the outcome of "let it run"; null lets the results decide. */
  plan(inquiry: Inquiry, outcome: string | null, order: Order = {}): Inquiry {
    const planned = { ...inquiry.order, ...order }
    return this.store.inquiries.put({ ...inquiry, plannedOutcome: outcome, order: planned })
  }

  /** Closes the flow as if its expiry had passed. */
  expire(inquiry: Inquiry): Inquiry {
    const expiresAt = this.clock.nowIso(inquiry.tenantId)
    return this.store.inquiries.put({ ...inquiry, expiresAt })
  }

  /** A portal decision (P4), which may reverse an earlier one. */
  decide(inquiry: Inquiry, status: string, note: string | null): Inquiry {
    return this.store.transaction(() => this.#keepDecision(this.#decide(inquiry, status, note)))
  }

  /** Makes the decisions that are due, and returns the milliseconds until the next one. */
  runScheduled(): number {
    let nextInMs = Number.POSITIVE_INFINITY
    for (const decision of this.store.scheduledDecisions.values()) {
      // An earlier one may have cancelled it.
      if (!this.store.scheduledDecisions.get(decision.id)) continue
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

  #decide(inquiry: Inquiry, status: string, note: string | null): Inquiry {
    // A portal decision cancels the scheduled ones.
    for (const { id, inquiryId } of this.store.scheduledDecisions.values()) {
      if (inquiryId === inquiry.id) this.store.scheduledDecisions.delete(id)
    }
    const portalDecidedAt = this.clock.nowIso(inquiry.tenantId)
    const finishedAt = inquiry.finishedAt ?? portalDecidedAt
    const decided = { ...inquiry, finishedAt, portalDecisionNote: note, portalDecidedAt }
    return this.#change(decided, status)
  }

  /** Adds the decision to the newest status in the history, where a later one that lags doesn't hide it (N6). */
  #keepDecision(inquiry: Inquiry): Inquiry {
    const { history, portalDecisionNote: note, portalDecidedAt: decidedAt } = inquiry
    const newest = history.at(-1)
    if (!newest || decidedAt === null) return inquiry
    const noted = { ...newest, decision: { note, decidedAt } }
    return this.store.inquiries.put({ ...inquiry, history: [...history.slice(0, -1), noted] })
  }

  /** Runs `act` as one commit if the flow can be used. `act` returns the changed inquiry, or why it refused. */
  #inFlow(inquiryId: string, act: (inquiry: Inquiry) => Inquiry | FlowRefusal): FlowResult {
    return this.store.transaction(() => {
      const flow = this.openFlow(inquiryId)
      if (!flow.ok) return flow
      const acted = act(flow.inquiry)
      return typeof acted === 'string' ? { ok: false, reason: acted } : { ok: true, inquiry: acted }
    })
  }

  #record(inquiry: Inquiry, outcome: CapabilityOutcome): Inquiry {
    const { capability, scan } = outcome
    const succeeded = outcome.succeeded && !inquiry.order.failedCapabilities?.includes(capability)
    // Data from a failed check doesn't count as the customer's identity (D11).
    const { personalInfo, document: collected } = succeeded ? outcome : {}
    // The identity is that of the documents shown, so a result without pictures doesn't replace a scan with some (D11).
    const document = scan || !this.#hasScan(inquiry, capability) ? collected : null
    const at = this.clock.nowIso(inquiry.tenantId)
    if (scan) this.#keepScan(inquiry, scan, { capability, succeeded, createdAt: at })
    return this.store.inquiries.put({
      ...inquiry,
      cancelledAt: null,
      personalInfo: personalInfo ?? inquiry.personalInfo,
      document: document ?? inquiry.document,
      results: [...inquiry.results, { capability, succeeded, at }],
    })
  }

  #hasScan({ id }: Inquiry, capability: Capability): boolean {
    return this.store.artifacts
      .listBy('inquiry', id)
      .some((artifact) => artifact.succeeded && artifact.capability === capability)
  }

  #keepScan(
    { id: inquiryId, tenantId }: Inquiry,
    { type, pages }: NonNullable<CapabilityOutcome['scan']>,
    result: Pick<Artifact, 'capability' | 'succeeded' | 'createdAt'>,
  ): void {
    const scanId = randomUUID()
    for (const { page, contentType, bytes } of pages) {
      const id = randomUUID()
      this.pictures.write(id, bytes)
      const artifact = { id, tenantId, inquiryId, type, page, contentType, scanId, ...result }
      this.store.artifacts.put(artifact)
    }
  }

  #settle(inquiry: Inquiry, chosen: string | null): Inquiry {
    const tenant = this.store.tenants.require(inquiry.tenantId)
    const finished = { ...inquiry, finishedAt: this.clock.nowIso(inquiry.tenantId) }
    const outcome = chosen ?? inquiry.plannedOutcome ?? outcomeFromResults(finished)
    const transitions = gapValue(tenant, 'N5')
    if (transitions === 'unknown-status') {
      this.#schedule(inquiry, outcome, REVERSAL_DELAY_MS)
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

  /** Takes a submitted inquiry to its outcome. DECLINED comes from a portal decision after a review (N5). */
  #settleAs(inquiry: Inquiry, outcome: string): Inquiry {
    const tenant = this.store.tenants.require(inquiry.tenantId)
    const settled =
      outcome === 'DECLINED' && gapValue(tenant, 'N5') !== 'straight'
        ? this.decide(this.#change(inquiry, 'NEEDS_REVIEW'), outcome, 'Declined after review.')
        : this.#change(inquiry, outcome)
    const reversed = reversalOf(tenant, outcome)
    if (reversed !== null) {
      const note = 'Reversed after a second look.'
      this.#schedule(inquiry, reversed, REVERSAL_DELAY_MS, { note })
    }
    return settled
  }

  #change(inquiry: Inquiry, status: string, { silent = false } = {}): Inquiry {
    // Only a transition sends an event (W7).
    if (inquiry.status === status) return this.store.inquiries.put(inquiry)
    const tenant = this.store.tenants.require(inquiry.tenantId)
    const nowMs = this.clock.nowMs(inquiry.tenantId)
    const visibleMs = visibleFromMs(tenant, status, nowMs)
    const visible = visibleMs === null ? {} : { visibleAt: toIso(visibleMs) }
    const reasons = inquiry.order.reviewReasons ?? reviewReasons(tenant, inquiry)
    const changed: Inquiry = {
      ...inquiry,
      status,
      history: [...inquiry.history, { status, at: toIso(nowMs), ...visible }],
      reviewReasons: status === 'NEEDS_REVIEW' ? reasons : inquiry.reviewReasons,
    }
    const reversal = status === 'APPROVED' ? silentReversal(tenant) : null
    if (reversal) this.#schedule(inquiry, reversal.status, reversal.inMs, { silent: true })
    return this.store.inquiries.put(
      silent ? changed : enqueueEvent(this.store, this.clock, changed),
    )
  }

  #schedule(
    inquiry: Inquiry,
    status: string,
    inMs: number,
    { note = null, silent = false }: { note?: string | null; silent?: boolean } = {},
  ): void {
    const { id: inquiryId, tenantId } = inquiry
    const dueAt = toIso(this.clock.nowMs(tenantId) + inMs)
    const id = randomUUID()
    this.store.scheduledDecisions.put({ id, tenantId, inquiryId, status, note, silent, dueAt })
  }

  #takePlan(tenantId: string): { outcome: string | null; order: Order } | null {
    const [plan] = this.store.outcomePlans.listBy('tenant', tenantId)
    if (!plan) return null
    if (plan.remaining <= 1) this.store.outcomePlans.delete(plan.id)
    else this.store.outcomePlans.put({ ...plan, remaining: plan.remaining - 1 })
    return plan
  }
}

/** A failed check fails the inquiry; a second name or an expired document goes to a reviewer. */
export function outcomeFromResults(inquiry: Inquiry): string {
  if (failedChecks(inquiry).length > 0) return 'FAILED'
  return hasTwoNames(inquiry) || hasExpiredDocument(inquiry) ? 'NEEDS_REVIEW' : 'APPROVED'
}

function toIso(ms: number): string {
  return new Date(ms).toISOString()
}
