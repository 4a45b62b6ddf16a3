// What each check gets: the merchant, inquiries and events to work with, and a place to note what it saw.
import {
  APPROVAL,
  type Control,
  dataOf,
  eventOf,
  type OwnTenant,
  type TenantOptions,
} from './control.ts'
import { errorForm, expectRefused } from './expectations.ts'
import type { GapId, Observations } from './gaps.ts'
import type { Answer, Http } from './http.ts'
import { type Lives, liveThroughEveryTransition } from './lives.ts'
import type { Document, Merchant } from './merchant.ts'
import type { Delivery } from './receiver.ts'
import type { Events } from './signed-events.ts'
import { Unreachable } from './verdict.ts'

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

/** What the whole run shares. */
export interface Stage {
  http: Http
  merchant: Merchant
  /** The merchant given on the command line, if the run also has its own tenant; else null. */
  givenMerchant: Merchant | null
  revisionId: string | null
  /** An inquiry of another tenant, given on the command line. */
  foreignInquiryId: string | null
  webhookSecret: string | null
  /** The tenant of `merchant`; null if the service can't be controlled. */
  tenant: OwnTenant | null
  control: Control | null
  events: Events
  observations: Observations
  /** How long the run may wait in real time, and how. */
  waiting: { maxMs: number; say(line: string): void; sleep(ms: number): Promise<void> }
  /** What the first check that needs it has made, for those that follow. */
  made: {
    /** Inquiry ids by status; those given on the command line to begin with. */
    inquiries: Map<string, string>
    documents?: Promise<Document[]>
    lives?: Promise<Lives>
    attempts?: Promise<Attempts>
  }
}

export interface Attempts {
  attempts: Delivery[]
  secret: string
}

/** A part of a clause that this run couldn't reach. */
export interface UnseenPart {
  part: string
  why: string
}

/** Steps of a template that collects every type of document that one inquiry can have. */
export const ALL_STEPS = ['PERSONAL_INFO', 'PASSPORT_SCAN', 'FACE_MATCH', 'SIGNATURE']
/** How often the receiver refuses an event: a service may change its ways after the first retry. */
const FAILURES = 3

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
    const { control } = this.stage
    if (!control) throw new Unreachable('needs --control')
    return control.createTenant(options)
  }

  /** One whose endpoint is the suite's receiver. */
  receiving(options: TenantOptions = {}): Promise<OwnTenant> {
    return this.tenant({ ...options, receives: true })
  }

  /** An untouched inquiry, which all checks that change nothing share. */
  pending(): Promise<string> {
    return this.as('PENDING')
  }

  /** An inquiry in this status. @throws Unreachable if none was given and none can be made. */
  async as(status: string): Promise<string> {
    const { tenant, made } = this.stage
    const known = made.inquiries.get(status)
    // Its decision may have been reversed since (N5).
    const isStill = known !== undefined && (!tenant || (await tenant.read(known)).status === status)
    if (isStill || (known !== undefined && status === 'PENDING')) return known
    if (status === 'PENDING') made.inquiries.set(status, await this.merchant.open())
    else if (tenant) made.inquiries.set(status, await tenant.openCompleted(status))
    const found = made.inquiries.get(status)
    if (found !== undefined) return found
    throw new Unreachable('give such an inquiry with --inquiry, or use --control')
  }

  /** Reads an inquiry in this status. @throws Unreachable like `as`. */
  async readAs(status: string): Promise<Record<string, unknown>> {
    return this.merchant.read(await this.as(status))
  }

  /** An inquiry whose documents are served (D2). */
  async servedInquiry(): Promise<string> {
    for (const status of ['APPROVED', 'NEEDS_REVIEW']) {
      try {
        return await this.as(status)
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error
      }
    }
    throw new Unreachable('give an approved inquiry with --inquiry, or use --control')
  }

  /** An existing inquiry of another tenant. */
  async foreignInquiry(): Promise<string> {
    const { foreignInquiryId, control } = this.stage
    if (foreignInquiryId !== null) return foreignInquiryId
    if (!control) throw new Unreachable('give one with --foreign-inquiry, or use --control')
    return (await control.createTenant()).open()
  }

  /** Documents of every type that this run can get. @throws Unreachable when there are none. */
  async seenDocuments(): Promise<Document[]> {
    const { made, control } = this.stage
    made.documents ??= control
      ? this.#collectEveryType()
      : this.servedInquiry().then((inquiryId) => this.merchant.listDocuments(inquiryId))
    const documents = await made.documents
    if (documents.length === 0) throw new Unreachable('the inquiry has no documents')
    return documents
  }

  /** Completes every step with each kind of ID document, which yields every type in D8. */
  async #collectEveryType(): Promise<Document[]> {
    const tenant = await this.tenant({ definition: { steps: ALL_STEPS } })
    const documents: Document[] = []
    for (const documentType of ['passport', 'national_id', 'driving_license']) {
      const inquiryId = await tenant.openCompleted('APPROVED', { documentType })
      documents.push(...(await tenant.listDocuments(inquiryId)))
    }
    return documents
  }

  /** Inquiries that have been through every transition. @throws Unreachable without --control. */
  lives(): Promise<Lives> {
    const { made } = this.stage
    made.lives ??= liveThroughEveryTransition((options) => this.tenant(options))
    return made.lives
  }

  /** The first attempt of one event and its retries. @throws Unreachable without --control, or without retries (N8). */
  attempts(): Promise<Attempts> {
    const { made } = this.stage
    made.attempts ??= this.receiving().then(failAndRetry)
    return made.attempts
  }
}

async function failAndRetry(tenant: OwnTenant): Promise<Attempts> {
  tenant.failNext(FAILURES)
  const inquiryId = await tenant.approve()
  for (let retry = 0; retry < FAILURES; retry += 1) {
    if (!(await tenant.awaitRetry())) break
  }
  const attempts = (await tenant.arrived()).filter(
    (each) => dataOf(each).inquiryId === inquiryId && eventOf(each).type === APPROVAL,
  )
  if (attempts.length < 2) throw new Unreachable('the service does not retry (N8)')
  return { attempts, secret: tenant.endpoint.secret }
}
