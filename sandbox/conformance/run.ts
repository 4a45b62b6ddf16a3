// What each check works with: the merchant, inquiries and events, and a place to note what it saw.
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
  /** @throws Violation when the service is otherwise, Unreachable when this run can't see whether it is. */
  check(run: Run): Promise<void>
}

export function check(id: string, title: string, run: Check['check']): Check {
  return { id, title, check: run }
}

/** Whether a service can fail by this code: by a clause, but not by a ruling (R) or a gap (N), which aren't in the contract. */
export function canBreak(id: string): boolean {
  return !/^[RN]/.test(id)
}

interface SignedDelivery extends Delivery {
  /** What must have signed it. */
  secret: string
}

/** A part of a clause that this run couldn't reach. */
export interface UnseenPart {
  part: string
  why: string
}

export interface CheckReport {
  id: string
  title: string
  /** A clause passes or fails; a ruling or a gap passes or differs. */
  verdict: 'pass' | 'fail' | 'differs' | 'not reachable'
  /** What was broken; null unless it failed. */
  violation: string | null
  /** How the service differs from a ruling or a gap's default, which is no failure. */
  differences: string[]
  unseen: UnseenPart[]
}

const HOW_TO_SHOW = 'give such an inquiry with --inquiry, or use --control'
/** How often the receiver refuses an event: more retries than a usual service makes, but not all of a burst (N8). */
export const FAILURES = 12

/** One run of the suite: what is checked, and what its checks share. */
export class Run {
  readonly http: Http
  /** Waits in real time, unless a test moves a clock instead. */
  sleep: (ms: number) => Promise<unknown> = setTimeout
  /** Inquiry ids by status: those given on the command line, and a pending one. */
  readonly inquiries = new Map<string, string>()
  /** What arrived while a person completed an inquiry; null if the suite didn't listen. */
  heard: Delivery[] | null = null
  /** Of the current check. */
  #unseen: UnseenPart[] = []
  /** Of the current check; null if it is a clause's, whose first difference ends it as a failure. */
  #differences: string[] | null = null
  /** Whether each part of the current check could be reached. */
  #parts: boolean[] = []
  #lives?: Promise<Lives>
  #moments?: Moment[]
  #attempts?: Promise<SignedDelivery[]>

  constructor(
    readonly options: Options,
    /** The suite's own tenant, or else the merchant given on the command line. */
    readonly merchant: Merchant,
    /** The suite's own tenant; null if the service can't be controlled. */
    readonly tenant: OwnTenant | null,
  ) {
    this.http = merchant.http
  }

  async close(): Promise<void> {
    await this.tenant?.control.close()
  }

  /** Makes one check. */
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

  /** Checks one part. The check counts as seen if at least one part could be reached. */
  async part(name: string, check: () => Promise<void>): Promise<void> {
    this.#parts.push(await this.also(name, check))
  }

  /** Checks an optional part, without which the check still counts as seen. @returns whether it could be reached */
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

  /** The same with a tenant of its own. */
  own(name: string, check: (tenant: OwnTenant) => Promise<void>): Promise<boolean> {
    return this.also(name, async () => check(await this.createTenant()))
  }

  observe(id: GapId, what: string): void {
    this.http.observations.add(id, what)
  }

  /** Demands a refusal and notes its form (N3). */
  refused(answer: Answer, when: string): void {
    expectRefused(answer, when)
    this.observe('N3', errorForm(answer))
    if (isAmbiguous(answer))
      this.#unseen.push({ part: when, why: `a ${answer.status} can have another reason` })
  }

  /** A tenant that only this check uses. @throws Unreachable without --control. */
  async createTenant(options: TenantOptions = {}): Promise<OwnTenant> {
    if (!this.tenant) throw new Unreachable('needs --control')
    return this.tenant.control.createTenant(options)
  }

  /** An untouched inquiry, which all checks that change nothing share. */
  async pending(): Promise<string> {
    const inquiryId = this.inquiries.get('PENDING') ?? (await this.merchant.open())
    this.inquiries.set('PENDING', inquiryId)
    return inquiryId
  }

  /** An inquiry in this status. @throws Unreachable if none was given and none can be made */
  async as(status: string): Promise<string> {
    const inquiryId = this.inquiries.get(status) ?? (await this.tenant?.openCompleted(status))
    if (inquiryId === undefined) throw new Unreachable(HOW_TO_SHOW)
    return inquiryId
  }

  /** An inquiry whose documents are served (D2). @throws Unreachable like `as` */
  served(): Promise<string> {
    const { inquiries } = this
    const isInReview = inquiries.has('NEEDS_REVIEW') && !inquiries.has('APPROVED')
    return this.as(isInReview ? 'NEEDS_REVIEW' : 'APPROVED')
  }

  /**
   * Events of every kind and several attempts of one; without --control, what a person's inquiry sent.
   * @throws Unreachable if none arrived
   */
  async deliveries(): Promise<SignedDelivery[]> {
    const { heard, options } = this
    const secret = options['webhook-secret'] ?? ''
    const deliveries = this.tenant
      ? await this.#made()
      : heard?.map((each) => ({ ...each, secret }))
    if (!deliveries) throw new Unreachable('needs --control or --listen')
    // Whether an event has to arrive is for W7 and W8; the other checks can't run without one.
    if (deliveries.length === 0) throw new Unreachable('no event arrived')
    return deliveries
  }

  async #made(): Promise<SignedDelivery[]> {
    const { deliveries, secret } = await this.lives()
    return [...deliveries.map((each) => ({ ...each, secret })), ...(await this.attempts())]
  }

  /** All documents that this run can show, of every type. @throws Unreachable when there are none. */
  async seenDocuments(): Promise<Document[]> {
    const served = (await this.moments()).filter(({ documents }) => documents.status < 300)
    const documents = served.flatMap(
      ({ documents: { json, request } }) => expectShape(documentsSchema, json, request).documents,
    )
    if (documents.length === 0) throw new Unreachable('needs --control, or documents of --inquiry')
    return documents
  }

  /** Inquiries that have been through every transition. @throws Unreachable without --control. */
  lives(): Promise<Lives> {
    this.#lives ??= liveThroughEveryTransition((options) => this.createTenant(options))
    return this.#lives
  }

  /** Inquiries in every status that this run can show. */
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

  /** Checks all of them. Of these statuses, each that none has is an unseen part of the clause. */
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

  /** The attempts of one event, which the receiver refuses at first. @throws Unreachable without --control. */
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
