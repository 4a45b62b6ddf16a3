// The lifecycle of an open inquiry. Only this code changes its status: when the customer submits the hosted flow, or when the
// portal or the control API decides.
import { randomUUID } from 'node:crypto'
import { failedChecks, outcomeFromResults, reviewReasonsOf, UNLIKE } from '../scenario/checks.ts'
import {
  reviewReasons,
  type Step,
  silentReversal,
  visibleFromMs,
  wayTo,
} from '../scenario/gaps/life.ts'
import { specimenOutcomes, unlikeSelfie } from '../scenario/specimen-results.ts'
import { SPECIMEN_CONTENT_TYPE } from '../scenario/specimens/drawings.ts'
import type { CapabilityOutcome } from '../service/inquiry.ts'
import type { Artifact, Capability, Inquiry, Order } from '../state/entities.ts'
import type { Core } from './core.ts'
import { enqueueEvent } from './outbox.ts'

/** A limit, because the sandbox stores every retake, and anyone with the inquiryId can send them. */
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
  constructor(private readonly core: Core) {}

  /** The inquiry if its flow can still be used; otherwise the reason why not. */
  openFlow(inquiryId: string): FlowResult {
    const inquiry = this.core.store.inquiries.get(inquiryId)
    if (!inquiry) return { ok: false, reason: 'unknown' }
    if (inquiry.finishedAt !== null) return { ok: false, reason: 'finished' }
    if (this.isExpired(inquiry)) return { ok: false, reason: 'expired' }
    return { ok: true, inquiry }
  }

  isExpired(inquiry: Inquiry): boolean {
    return this.core.clock.nowMs(inquiry.tenantId) >= Date.parse(inquiry.expiresAt)
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
   * Submits for the customer. A chosen outcome takes effect at once. Otherwise the inquiry becomes COMPLETED,
   * and later gets the planned outcome. Without a plan, its results decide.
   */
  finish(inquiryId: string, outcome: string | null = null): FlowResult {
    return this.#inFlow(inquiryId, (inquiry) => {
      const done = new Set(inquiry.results.map((result) => result.capability))
      if (!inquiry.steps.every((step) => done.has(step))) return 'incomplete'
      // A failed inquiry must have a failed check.
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

  /** Records specimens for the missing capabilities and sets the outcome, so that a test needs no person. */
  complete(inquiryId: string, outcome: string | null, order: Order = {}): FlowResult {
    return this.#inFlow(inquiryId, (inquiry) => {
      const ordered = { ...inquiry, order: { ...inquiry.order, ...order } }
      const specimens = specimenOutcomes(ordered)
      return this.#settle(
        specimens.reduce((current, next) => this.#record(current, next), ordered),
        outcome,
      )
    })
  }

  /** Plans the outcome of a submission that chooses none. Null lets the results decide. */
  plan(inquiry: Inquiry, outcome: string | null, order: Order = {}): Inquiry {
    const planned = { ...inquiry.order, ...order }
    return this.core.store.inquiries.put({ ...inquiry, plannedOutcome: outcome, order: planned })
  }

  /** Closes the flow as if it had expired. */
  expire(inquiry: Inquiry): Inquiry {
    const expiresAt = this.core.clock.nowIso(inquiry.tenantId)
    return this.core.store.inquiries.put({ ...inquiry, expiresAt })
  }

  /** Records a portal decision (P4), which may reverse an earlier one. It cancels scheduled steps. */
  decide(inquiry: Inquiry, status: string, note: string | null): Inquiry {
    return this.core.store.transaction(() =>
      this.#decide({ ...inquiry, scheduled: [] }, status, note),
    )
  }

  /** Takes the steps that are due. @returns milliseconds until the next one */
  runScheduled(): number {
    const { store, clock } = this.core
    let nextInMs = Number.POSITIVE_INFINITY
    for (const { id, tenantId, scheduled } of store.inquiries.listBy('scheduled', 'yes')) {
      for (const step of scheduled) {
        const inMs = Date.parse(step.dueAt) - clock.nowMs(tenantId)
        if (inMs <= 0) {
          store.transaction(() => {
            const inquiry = store.inquiries.require(id)
            const later = inquiry.scheduled.filter((other) => other !== step)
            this.#take({ ...inquiry, scheduled: later }, step)
          })
        } else if (!clock.isFrozen(tenantId)) nextInMs = Math.min(nextInMs, inMs)
      }
    }
    return nextInMs
  }

  /** Stores the decision with its status. While a later status isn't visible yet (N6), the merchant sees the earlier decision. */
  #decide(inquiry: Inquiry, status: string, note: string | null): Inquiry {
    const decidedAt = this.core.clock.nowIso(inquiry.tenantId)
    const finishedAt = inquiry.finishedAt ?? decidedAt
    const changed = this.#change({ ...inquiry, finishedAt }, status)
    const history = changed.history.map((entry, index, { length }) =>
      index === length - 1 ? { ...entry, decision: { note, decidedAt } } : entry,
    )
    return this.core.store.inquiries.put({ ...changed, history })
  }

  /** Runs `act` in one commit if the flow can be used. `act` returns the changed inquiry or its refusal. */
  #inFlow(inquiryId: string, act: (inquiry: Inquiry) => Inquiry | FlowRefusal): FlowResult {
    return this.core.store.transaction(() => {
      const flow = this.openFlow(inquiryId)
      if (!flow.ok) return flow
      const acted = act(flow.inquiry)
      return typeof acted === 'string' ? { ok: false, reason: acted } : { ok: true, inquiry: acted }
    })
  }

  #record(inquiry: Inquiry, outcome: CapabilityOutcome): Inquiry {
    const { capability, scan } = outcome
    const succeeded = outcome.succeeded && !inquiry.order.failedCapabilities?.includes(capability)
    // Data from a failed check isn't the customer's identity (R6).
    const { personalInfo, document: collected } = succeeded ? outcome : {}
    // The identity must match the shown documents, so a result without pictures can't replace a scan with pictures (R6).
    const document = scan || !this.#hasScan(inquiry, capability) ? collected : null
    const at = this.core.clock.nowIso(inquiry.tenantId)
    if (scan) this.#keepScan(inquiry, scan, { capability, succeeded })
    return this.core.store.inquiries.put({
      ...inquiry,
      personalInfo: personalInfo ?? inquiry.personalInfo,
      document: document ?? inquiry.document,
      results: [...inquiry.results, { capability, succeeded, at }],
    })
  }

  #hasScan({ id }: Inquiry, capability: Capability): boolean {
    return this.core.store.artifacts
      .listBy('inquiry', id)
      .some((artifact) => artifact.succeeded && artifact.capability === capability)
  }

  #keepScan(
    { id: inquiryId, tenantId }: Inquiry,
    { type, pages }: NonNullable<CapabilityOutcome['scan']>,
    result: Pick<Artifact, 'capability' | 'succeeded'>,
  ): void {
    const scanId = randomUUID()
    for (const { page, contentType, bytes } of pages) {
      const id = randomUUID()
      this.core.pictures.write(id, bytes)
      const artifact = { id, tenantId, inquiryId, type, page, contentType, scanId, ...result }
      this.core.store.artifacts.put(artifact)
    }
  }

  #settle(inquiry: Inquiry, chosen: string | null): Inquiry {
    const { store, clock } = this.core
    const tenant = store.tenants.require(inquiry.tenantId)
    const finished = { ...inquiry, finishedAt: clock.nowIso(tenant.id) }
    const outcome = chosen ?? inquiry.plannedOutcome ?? outcomeFromResults(finished)
    const shown = outcome === 'NEEDS_REVIEW' ? this.#showReason(finished) : finished
    return this.#follow(shown, wayTo(tenant, outcome, chosen !== null))
  }

  /** If the only reason for the review is the selfie, replaces a specimen with one that a reviewer can doubt. */
  #showReason(inquiry: Inquiry): Inquiry {
    if (inquiry.order.reviewReasons || reviewReasonsOf(inquiry)[0]?.reason !== UNLIKE)
      return inquiry
    const selfie = this.core.store.artifacts
      .listBy('inquiry', inquiry.id)
      .findLast(({ type }) => type === 'selfie')
    const isSpecimen = selfie?.contentType === SPECIMEN_CONTENT_TYPE
    if (!isSpecimen) return inquiry
    const replaced = inquiry.results.findLast(({ capability }) => capability === 'FACE_MATCH')
    const results = inquiry.results.filter((result) => result !== replaced)
    return this.#record({ ...inquiry, results }, unlikeSelfie(inquiry))
  }

  /** Takes steps without a delay now, and schedules the others. */
  #follow(inquiry: Inquiry, steps: readonly Step[]): Inquiry {
    const { store, clock } = this.core
    let current = inquiry
    for (const { afterMs, status, note = null, silent = false } of steps) {
      const step = { status, note, silent }
      if (afterMs === 0) {
        current = this.#take(current, step)
      } else {
        const dueAt = toIso(clock.nowMs(inquiry.tenantId) + afterMs)
        const scheduled = [...current.scheduled, { ...step, dueAt }]
        current = store.inquiries.put({ ...current, scheduled })
      }
    }
    return current
  }

  #take(
    inquiry: Inquiry,
    { status, note, silent }: Omit<Inquiry['scheduled'][number], 'dueAt'>,
  ): Inquiry {
    return note === null
      ? this.#change(inquiry, status, silent)
      : this.#decide(inquiry, status, note)
  }

  #change(inquiry: Inquiry, status: string, silent = false): Inquiry {
    const { store, clock } = this.core
    // Only a transition sends an event (R3).
    if (inquiry.status === status) return store.inquiries.put(inquiry)
    const tenant = store.tenants.require(inquiry.tenantId)
    const nowMs = clock.nowMs(tenant.id)
    const visibleMs = visibleFromMs(tenant, status, nowMs)
    const visible = visibleMs === null ? {} : { visibleAt: toIso(visibleMs) }
    const usual = reviewReasonsOf(inquiry).map(({ reason }) => reason)
    const reasons = inquiry.order.reviewReasons ?? reviewReasons(tenant, usual)
    const changed: Inquiry = {
      ...inquiry,
      status,
      history: [...inquiry.history, { status, at: toIso(nowMs), ...visible }],
      reviewReasons: status === 'NEEDS_REVIEW' ? reasons : inquiry.reviewReasons,
    }
    const sent = silent ? changed : enqueueEvent(this.core, changed)
    return this.#follow(store.inquiries.put(sent), silentReversal(tenant, status))
  }
}

function toIso(ms: number): string {
  return new Date(ms).toISOString()
}
