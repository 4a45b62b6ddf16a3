// What each check works with: the merchant, inquiries and events, and methods to report what it saw.
import { setTimeout } from 'node:timers/promises'
import { APPROVAL, dataOf, eventOf, type OwnTenant, type TenantOptions } from './control.ts'
import {
  type Answer,
  errorForm,
  expectRefused,
  expectShape,
  isAmbiguous,
  Unreachable,
  Violation,
} from './expectations.ts'
import type { GapId } from './gaps.ts'
import type { Http } from './http.ts'
import { type Lives, liveThroughEveryTransition, type Moment } from './lives.ts'
import { type Document, documentsSchema, type Merchant } from './merchant.ts'
import type { Options } from './options.ts'
import type { Delivery } from './receiver.ts'

/** A check of one clause, ruling or gap of docs/contract.md. */
export interface Check {
  id: string
  title: string
  /** @throws Violation if the service differs, Unreachable if this run can't tell */
  check(run: Run): Promise<void>
}

export function check(id: string, title: string, run: Check['check']): Check {
  return { id, title, check: run }
}

/**
 * Whether a service can fail by this code. Clauses can fail; rulings (R) and gaps (N) can't, because they aren't in the contract.
 */
export function canBreak(id: string): boolean {
  return !/^[RN]/.test(id)
}

interface SignedDelivery extends Delivery {
  /** The secret that must have signed it. */
  secret: string
}

/** A part of a clause that this run couldn't check. */
export interface UnseenPart {
  part: string
  why: string
}

export interface CheckReport {
  id: string
  title: string
  /** A clause passes or fails. A ruling or a gap passes or differs. */
  verdict: 'pass' | 'fail' | 'differs' | 'not reachable'
  /** Null unless the check failed. */
  violation: string | null
  /** Differences from a ruling or from a gap's default, which are no failures. */
  differences: string[]
  unseen: UnseenPart[]
}

const HOW_TO_SHOW = 'give such an inquiry with --inquiry, or use --control'
/** How often the receiver refuses an event: more often than a usual service retries, but not a whole burst (N8). */
export const FAILURES = 12

/** One run of the suite, with everything that its checks share. */
export class Run {
  readonly http: Http
  /** Waits in real time. Tests may move a clock instead. */
  sleep: (ms: number) => Promise<unknown> = setTimeout
  /** Inquiry ids by status: those from the command line, and a pending one. */
  readonly inquiries = new Map<string, string>()
  /** The deliveries while a person completed an inquiry; null if the suite didn't listen. */
  heard: Delivery[] | null = null
  /** The current check's unseen parts. */
  #unseen: UnseenPart[] = []
  /** The current check's differences; null for a clause, whose first difference makes it fail. */
  #differences: string[] | null = null
  /** For each part of the current check, whether it could be checked. */
  #parts: boolean[] = []
  #lives?: Promise<Lives>
  #moments?: Moment[]
  #attempts?: Promise<SignedDelivery[]>

  constructor(
    readonly options: Options,
    /** The suite's own tenant, or the merchant from the command line. */
    readonly merchant: Merchant,
    /** The suite's own tenant; null without --control. */
    readonly tenant: OwnTenant | null,
  ) {
    this.http = merchant.http
  }

  async close(): Promise<void> {
    await this.tenant?.control.close()
  }

  async judge({ id, title, check }: Check): Promise<CheckReport> {
    const unseen: UnseenPart[] = []
    const differences: string[] = []
    this.#unseen = unseen
    this.#differences = canBreak(id) ? null : differences
    this.#parts = []
    const seen = { id, title, violation: null, differences, unseen }
    try {
      const isReached = await this.also('all of it', () => check(this))
      const isSeen = isReached && (this.#parts.length === 0 || this.#parts.includes(true))
      if (differences.length > 0) return { ...seen, verdict: 'differs' }
      return { ...seen, verdict: isSeen ? 'pass' : 'not reachable' }
    } catch (error) {
      if (!(error instanceof Violation)) throw error
      return { ...seen, verdict: 'fail', violation: error.message }
    }
  }

  /** Checks one part. The whole check counts as seen if at least one part could be checked. */
  async part(name: string, check: () => Promise<void>): Promise<void> {
    this.#parts.push(await this.also(name, check))
  }

  /** Checks an optional part, without which the whole check still counts as seen. @returns whether it could be checked */
  async also(name: string, check: () => Promise<void>): Promise<boolean> {
    try {
      await check()
      return true
    } catch (error) {
      if (error instanceof Violation && this.#differences) {
        this.#differences.push(error.message)
        return true
      }
      if (!(error instanceof Unreachable)) throw error
      this.#unseen.push({ part: name, why: error.message })
      return false
    }
  }

  /** Checks an optional part in a new tenant. */
  own(name: string, check: (tenant: OwnTenant) => Promise<void>): Promise<boolean> {
    return this.also(name, async () => check(await this.createTenant()))
  }

  observe(id: GapId, what: string): void {
    this.http.observations.add(id, what)
  }

  /** Expects a refusal, and records its form (N3). */
  refused(answer: Answer, when: string): void {
    expectRefused(answer, when)
    this.observe('N3', errorForm(answer))
    if (isAmbiguous(answer))
      this.#unseen.push({ part: when, why: `a ${answer.status} can have another reason` })
  }

  /** A tenant for one check. @throws Unreachable without --control */
  async createTenant(options: TenantOptions = {}): Promise<OwnTenant> {
    if (!this.tenant) throw new Unreachable('needs --control')
    return this.tenant.control.createTenant(options)
  }

  /** A pending inquiry, shared by all checks that change nothing. */
  async pending(): Promise<string> {
    const inquiryId = this.inquiries.get('PENDING') ?? (await this.merchant.open())
    this.inquiries.set('PENDING', inquiryId)
    return inquiryId
  }

  /** An inquiry with this status. @throws Unreachable if none was given and none can be created */
  async as(status: string): Promise<string> {
    const inquiryId = this.inquiries.get(status) ?? (await this.tenant?.openCompleted(status))
    if (inquiryId === undefined) throw new Unreachable(HOW_TO_SHOW)
    return inquiryId
  }

  /** An inquiry with documents (D2). @throws Unreachable like `as` */
  served(): Promise<string> {
    const { inquiries } = this
    const isInReview = inquiries.has('NEEDS_REVIEW') && !inquiries.has('APPROVED')
    return this.as(isInReview ? 'NEEDS_REVIEW' : 'APPROVED')
  }

  /**
   * Events of every kind, and several attempts of one event. Without --control, the events of the inquiry that a person completed.
   * @throws Unreachable if none arrived
   */
  async deliveries(): Promise<SignedDelivery[]> {
    const { heard, options } = this
    const secret = options['webhook-secret'] ?? ''
    const deliveries = this.tenant
      ? await this.#made()
      : heard?.map((each) => ({ ...each, secret }))
    if (!deliveries) throw new Unreachable('needs --control or --listen')
    // W7 and W8 check whether events arrive. The other checks can't run without events.
    if (deliveries.length === 0) throw new Unreachable('no event arrived')
    return deliveries
  }

  async #made(): Promise<SignedDelivery[]> {
    const { deliveries, secret } = await this.lives()
    return [...deliveries.map((each) => ({ ...each, secret })), ...(await this.attempts())]
  }

  /** All documents that this run can see, of every type. @throws Unreachable if there are none */
  async seenDocuments(): Promise<Document[]> {
    const served = (await this.moments()).filter(({ documents }) => documents.status < 300)
    const documents = served.flatMap(
      ({ documents: { json, request } }) => expectShape(documentsSchema, json, request).documents,
    )
    if (documents.length === 0) throw new Unreachable('needs --control, or documents of --inquiry')
    return documents
  }

  /** The inquiries that went through every transition. @throws Unreachable without --control */
  lives(): Promise<Lives> {
    this.#lives ??= liveThroughEveryTransition((options) => this.createTenant(options))
    return this.#lives
  }

  /** Reads of inquiries in every status that this run can see. */
  async moments(): Promise<readonly Moment[]> {
    if (this.tenant) return (await this.lives()).moments
    await this.pending()
    if (this.#moments) return this.#moments
    this.#moments = []
    for (const inquiryId of this.inquiries.values()) {
      const inquiry = await this.merchant.read(inquiryId)
      const documents = await this.merchant.documents(inquiryId)
      const given = String(inquiry.status)
      const moment = { life: null, given, secondsLater: 0, decision: null, inquiry, documents }
      this.#moments.push(moment)
    }
    return this.#moments
  }

  /** Checks every moment. A status of this list that no inquiry has is reported as an unseen part. */
  async everyMoment(statuses: readonly string[], check: (moment: Moment) => void): Promise<void> {
    const moments = await this.moments()
    for (const status of statuses) {
      await this.part(status, async () => {
        if (!moments.some(({ inquiry }) => inquiry.status === status))
          throw new Unreachable(HOW_TO_SHOW)
      })
    }
    for (const moment of moments) check(moment)
  }

  /** The attempts of one event that the receiver refused at first. @throws Unreachable without --control */
  attempts(): Promise<SignedDelivery[]> {
    this.#attempts ??= this.createTenant().then(failAndRetry)
    return this.#attempts
  }
}

async function failAndRetry(tenant: OwnTenant): Promise<SignedDelivery[]> {
  tenant.failNext(FAILURES)
  const inquiryId = await tenant.approve()
  // Bounded, because a service may never stop retrying.
  for (let tries = 0; tries < 2 * FAILURES && (await tenant.awaitRetry()); tries += 1);
  const attempts = (await tenant.arrived()).filter(
    (each) => dataOf(each).inquiryId === inquiryId && eventOf(each).type === APPROVAL,
  )
  return attempts.map((each) => ({ ...each, secret: tenant.endpoint.secret }))
}
