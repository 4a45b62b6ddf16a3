// What each check gets: the merchant, inquiries and events to work with, and a place to note what it saw.

import { type Attempts, failAndRetry } from './attempts.ts'
import { collectEveryType, type Document, documentsOf } from './documents.ts'
import type { Events } from './events.ts'
import { errorForm, expectRefused } from './expectations.ts'
import type { GapId, Observations } from './gaps.ts'
import { type Inquiries, open } from './inquiries.ts'
import { type Lives, liveThroughEveryTransition } from './lives.ts'
import type { Merchant } from './merchant.ts'
import type { Answer, PoliteHttp } from './polite-http.ts'
import type { OwnTenant, SandboxControl, TenantOptions } from './sandbox-control.ts'
import { Unreachable } from './verdict.ts'

/** What the whole run shares. */
export interface Stage {
  http: PoliteHttp
  merchant: Merchant
  /** The merchant given on the command line, if the run also has its own tenant; else null. */
  givenMerchant: Merchant | null
  revisionId: string | null
  /** An inquiry of another tenant, given on the command line. */
  foreignInquiryId: string | null
  webhookSecret: string | null
  inquiries: Inquiries
  events: Events
  control: SandboxControl | null
  observations: Observations
  /** Filled by the first check that looks at documents. */
  documents: Promise<Document[]> | null
  /** Filled by the first check that looks at transitions. */
  lives: Promise<Lives> | null
  /** Filled by the first check that looks at retries. */
  attempts: Promise<Attempts> | null
  waiting: Waiting
}

/** How long the run may wait in real time, and how. */
export interface Waiting {
  maxMs: number
  say(line: string): void
  sleep(ms: number): Promise<void>
}

/** A part of a clause that this run couldn't reach. */
export interface UnseenPart {
  part: string
  why: string
}

/** One check's view of the stage. */
export class Trial {
  readonly unreached: UnseenPart[] = []
  #hasParts = false
  #reached = false

  constructor(readonly stage: Stage) {}

  get merchant(): Merchant {
    return this.stage.merchant
  }

  get inquiries(): Inquiries {
    return this.stage.inquiries
  }

  get events(): Events {
    return this.stage.events
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

  /** A tenant that only this check uses. @throws Unreachable without --control. */
  ownTenant(options: TenantOptions = {}): Promise<OwnTenant> {
    const { control } = this.stage
    if (!control) return Promise.reject(new Unreachable('needs --control'))
    return control.createTenant(options)
  }

  /** An inquiry whose documents are served (D2). */
  async servedInquiry(): Promise<string> {
    for (const status of ['APPROVED', 'NEEDS_REVIEW']) {
      try {
        return await this.inquiries.as(status)
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
    return open((await control.createTenant()).merchant)
  }

  /** Documents of every type that this run can get. @throws Unreachable when there are none. */
  async seenDocuments(): Promise<Document[]> {
    const { stage } = this
    stage.documents ??= stage.control
      ? collectEveryType(stage.control)
      : this.servedInquiry().then((inquiryId) => documentsOf(this.merchant, inquiryId))
    const documents = await stage.documents
    if (documents.length === 0) throw new Unreachable('the inquiry has no documents')
    return documents
  }

  /** Demands a refusal and notes its form (N3). */
  refused(answer: Answer, when: string): void {
    expectRefused(answer, when)
    this.observe('N3', errorForm(answer))
  }

  /** Inquiries that have been through every transition. @throws Unreachable without --control. */
  lives(): Promise<Lives> {
    const { stage } = this
    stage.lives ??= liveThroughEveryTransition((options) => this.ownTenant(options))
    return stage.lives
  }

  /** One event, refused several times. @throws Unreachable without --control, or without retries (N8). */
  attempts(): Promise<Attempts> {
    const { stage } = this
    stage.attempts ??= this.ownTenant({ receives: true }).then(failAndRetry)
    return stage.attempts
  }

  observe(id: GapId, what: string): void {
    this.stage.observations.add(id, what)
  }
}
