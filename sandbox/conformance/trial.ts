// What each check gets: the merchant, inquiries and events to work with, and a place to note what it saw.
import { APPROVAL, dataOf, eventOf, type OwnTenant, type TenantOptions } from './control.ts'
import { type Answer, errorForm, expectRefused, expectShape, Unreachable } from './expectations.ts'
import type { GapId, Observations } from './gaps.ts'
import type { Http } from './http.ts'
import { type Lives, liveThroughEveryTransition, type Moment } from './lives.ts'
import { type Credentials, type Document, documentsSchema, type Merchant } from './merchant.ts'
import type { Delivery } from './receiver.ts'

/** One clause of the contract and the check that tests it. */
export interface Clause {
  id: string
  title: string
  /** @throws Violation when the service breaks the clause, Unreachable when this run can't see whether it does. */
  check(trial: Trial): Promise<void>
}

export function clause(id: string, title: string, check: Clause['check']): Clause {
  return { id, title, check }
}

/** The service to check, and what the command line says about it. */
export interface Target {
  baseUrl: string
  credentials: Credentials | null
  revisionId: string | null
  inquiryIds: string[]
  foreignInquiryId: string | null
  listening: Listening | null
  /** How long the run may wait for document URLs to expire; 0 without --wait. */
  waitMs: number
  controlUrl: string | null
}

export interface Listening {
  port: number
  webhookSecret: string
  waitMs: number
}

/** What the whole run shares. */
export interface Stage {
  target: Target
  http: Http
  observations: Observations
  /** The suite's own tenant; null if the service can't be controlled. */
  tenant: OwnTenant | null
  /** The suite's own tenant, or else the merchant given on the command line. */
  merchant: Merchant
  /** The merchant given on the command line; null if none was. */
  given: Merchant | null
  /** What arrived while a person completed an inquiry; null if the suite didn't listen. */
  heard: SignedDelivery[] | null
  say: (line: string) => void
  sleep: (ms: number) => Promise<unknown>
  /** What the first check that needs it has made, for those that follow. */
  made: {
    /** Inquiry ids by status; those given on the command line to begin with. */
    inquiries: Map<string, string>
    lives?: Promise<Lives>
    moments?: Moment[]
    attempts?: Promise<SignedDelivery[]>
  }
}

/** A delivery, and the secret that must have signed it. */
export interface SignedDelivery {
  delivery: Delivery
  secret: string
}

/** A part of a clause that this run couldn't reach. */
export interface UnseenPart {
  part: string
  why: string
}

const HOW_TO_SHOW = 'give such an inquiry with --inquiry, or use --control'
/** How often the receiver refuses an event: more retries than a usual service makes, but not all of a burst (N8). */
export const FAILURES = 12

/** One check's view of the stage. */
export class Trial {
  readonly unreached: UnseenPart[] = []
  #hasParts = false
  #reached = false

  constructor(readonly stage: Stage) {}

  get merchant(): Merchant {
    return this.stage.merchant
  }

  /** False if the clause consists of parts and none of them could be reached. */
  get wasSeen(): boolean {
    return this.#reached || !this.#hasParts
  }

  /** Checks one part of a clause. The clause counts as seen if at least one part could be reached. */
  async part(name: string, check: () => Promise<void>): Promise<void> {
    this.#hasParts = true
    if (await this.also(name, check)) this.#reached = true
  }

  /** Checks an optional part, without which the clause still counts as seen. @returns whether it could be reached */
  async also(name: string, check: () => Promise<void>): Promise<boolean> {
    try {
      await check()
      return true
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      this.unreached.push({ part: name, why: error.message })
      return false
    }
  }

  /** The same with a tenant of its own. */
  own(name: string, check: (tenant: OwnTenant) => Promise<void>): Promise<boolean> {
    return this.also(name, async () => check(await this.tenant()))
  }

  /** Says that the run waits in real time. @throws Unreachable if it may not wait that long */
  announceWait(seconds: number, what: string): void {
    const { target, say } = this.stage
    if (target.waitMs < seconds * 1000)
      throw new Unreachable(`needs --wait, for ${seconds} s or more`)
    say(`Waiting ${seconds} s for ${what} …`)
  }

  observe(id: GapId, what: string): void {
    this.stage.observations.add(id, what)
  }

  /** Demands a refusal and notes its form (N3). */
  refused(answer: Answer, when: string): void {
    expectRefused(answer, when)
    this.observe('N3', errorForm(answer))
  }

  /** A tenant that only this check uses. @throws Unreachable without --control. */
  async tenant(options: TenantOptions = {}): Promise<OwnTenant> {
    const { tenant } = this.stage
    if (!tenant) throw new Unreachable('needs --control')
    return tenant.control.createTenant(options)
  }

  /** An untouched inquiry, which all checks that change nothing share. */
  async pending(): Promise<string> {
    const { inquiries } = this.stage.made
    const inquiryId = inquiries.get('PENDING') ?? (await this.merchant.open())
    inquiries.set('PENDING', inquiryId)
    return inquiryId
  }

  /** An inquiry in this status. @throws Unreachable if none was given and none can be made */
  async as(status: string): Promise<string> {
    const { made, tenant } = this.stage
    const inquiryId = made.inquiries.get(status) ?? (await tenant?.openCompleted(status))
    if (inquiryId === undefined) throw new Unreachable(HOW_TO_SHOW)
    return inquiryId
  }

  /** An inquiry whose documents are served (D2). @throws Unreachable like `as` */
  served(): Promise<string> {
    const { inquiries } = this.stage.made
    const isInReview = inquiries.has('NEEDS_REVIEW') && !inquiries.has('APPROVED')
    return this.as(isInReview ? 'NEEDS_REVIEW' : 'APPROVED')
  }

  /** An existing inquiry of another tenant. */
  async foreignInquiry(): Promise<string> {
    const { target, tenant } = this.stage
    if (target.foreignInquiryId !== null) return target.foreignInquiryId
    if (!tenant) throw new Unreachable('give one with --foreign-inquiry, or use --control')
    return (await tenant.control.createTenant()).open()
  }

  /**
   * Events of every kind and several attempts of one; without --control, what a person's inquiry sent.
   * @throws Unreachable if none arrived
   */
  async deliveries(): Promise<SignedDelivery[]> {
    const { tenant, heard } = this.stage
    const deliveries = tenant ? await this.#madeDeliveries() : heard
    if (!deliveries) throw new Unreachable('needs --control or --listen')
    // Whether an event has to arrive is for W7 and W8; the other checks can't run without one.
    if (deliveries.length === 0) throw new Unreachable('no event arrived')
    return deliveries
  }

  async #madeDeliveries(): Promise<SignedDelivery[]> {
    const { deliveries, secret } = await this.lives()
    const accepted = deliveries.map((delivery) => ({ delivery, secret }))
    return [...accepted, ...(await this.attempts())]
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
    const { made } = this.stage
    made.lives ??= liveThroughEveryTransition((options) => this.tenant(options))
    return made.lives
  }

  /** Inquiries in every status that this run can show. */
  async moments(): Promise<readonly Moment[]> {
    const { made, tenant } = this.stage
    if (tenant) return (await this.lives()).moments
    await this.pending()
    if (made.moments) return made.moments
    made.moments = []
    for (const inquiryId of made.inquiries.values()) {
      const inquiry = await this.merchant.read(inquiryId)
      const documents = await this.merchant.documents(inquiryId)
      made.moments.push({
        life: null,
        inquiry,
        documents,
        given: null,
        secondsLater: 0,
        decision: null,
      })
    }
    return made.moments
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
    const { made } = this.stage
    made.attempts ??= this.tenant().then(failAndRetry)
    return made.attempts
  }
}

async function failAndRetry(tenant: OwnTenant): Promise<SignedDelivery[]> {
  tenant.failNext(FAILURES)
  const inquiryId = await tenant.approve()
  // A service may go on for ever.
  for (let tries = 0; tries < 2 * FAILURES && (await tenant.awaitRetry()); tries += 1);
  const attempts = (await tenant.arrived()).filter(
    (each) => dataOf(each).inquiryId === inquiryId && eventOf(each).type === APPROVAL,
  )
  return attempts.map((delivery) => ({ delivery, secret: tenant.endpoint.secret }))
}
