// The running story: what has happened, read from the wire, and the actions of its cues. It is kept in memory, because it lasts eight
// minutes. Only its inquiry is marked in the store.
import type { Context } from '../context.ts'
import { orderFault } from '../scenario/faults.ts'
import { DEMO_TENANT } from '../scenario/seed.ts'
import type { Fault, Inquiry, Tenant } from '../state/entities.ts'
import type { WireEntry } from '../state/wire.ts'
import { isLoopback } from '../web/own-host.ts'
import {
  type Call,
  type Cue,
  callOf,
  cuesOf,
  type Facts,
  factsOf,
  isDone,
  LADDER,
  outcomeOf,
  type Plan,
  STAGE,
  type StagePage,
  textOf,
} from './cues.ts'
import { DECISIONS, type Wait, waitOf } from './moves.ts'

/** How many opens of the story's application are refused, unless the presenter brings the service back earlier. */
const REFUSALS = 4

/** The portal note on cases that "Back to a fresh morning" declines. */
const ENDED = 'The presentation is over.'

export interface Story extends Plan {
  /** The current cue's position; the number of cues when the story is over. */
  index: number
  acted: boolean
  /** Whether the cue's fact had already happened when it became current. */
  wasDone: boolean
  startedAtMs: number
}

/** The page that a remote control asked for. The console, which opened the stage, shows it there. */
interface Lead {
  page: StagePage
  /** Increases with each request, so that the console notices. */
  number: number
  /** Whether a story starts, with a new customer. */
  isStart: boolean
}

type Service = Pick<Context, 'site' | 'store' | 'clock' | 'wire' | 'inquiries' | 'preparation'>

export class Presentation {
  #story: Story | null = null
  #inquiryId: string | null = null
  #referenceId: string | null = null
  /** The wire's number of the first call that may belong to the story. */
  #firstSequence = 0
  /** The faults that this guide set, so that it removes only these. */
  #faultIds: string[] = []
  #copiedPictures = 0
  #lead: Lead = { page: 'shop', number: 0, isStart: false }
  readonly #listeners = new Set<() => void>()

  constructor(private readonly service: Service) {
    const { wire, store } = service
    wire.onEntry((entry) => {
      this.#see(entry)
      this.#changed()
    })
    wire.onPicture(({ inquiryId, isBrowser }) => {
      if (inquiryId === this.#inquiryId && !isBrowser) this.#copiedPictures += 1
    })
    store.onCommit(() => this.#changed())
  }

  /** @returns a function that ends the subscription */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #changed(): void {
    for (const listener of this.#listeners) listener()
  }

  get tenant(): Tenant {
    return this.service.store.tenants.require(DEMO_TENANT.id)
  }

  /** At its next cue if the current one has happened. The last one stays, because nothing comes after it. */
  get story(): Story | null {
    const story = this.#story
    const cue = this.#cues[story?.index ?? 0]
    const isLast = cue === this.#cues.at(-1)
    if (story && cue && !story.wasDone && !isLast && isDone(cue, this.facts, story.acted))
      this.#enter(story.index + 1)
    return this.#story
  }

  get cue(): Cue | null {
    const { story } = this
    return (story && this.#cues[story.index]) ?? null
  }

  get inquiry(): Inquiry | null {
    return this.#inquiryId === null ? null : this.service.store.inquiries.get(this.#inquiryId)
  }

  get facts(): Facts {
    return factsOf(this.calls, this.inquiry)
  }

  /** The story's calls so far and the events that got lost, oldest first. */
  get calls(): Call[] {
    const { wire, store } = this.service
    if (this.#referenceId === null && this.#inquiryId === null) return []
    const seen = wire
      .list(DEMO_TENANT.id, this.#firstSequence - 1)
      .filter((entry) =>
        entry.inquiryId === null ? this.#isOurOpen(entry) : entry.inquiryId === this.#inquiryId,
      )
      .map(callOf)
    const lost = store.deliveries
      .listBy('state', 'DROPPED')
      .filter(({ inquiryId }) => inquiryId === this.#inquiryId)
      .map(({ id, createdAt, kind }): Call => {
        const atMs = Date.parse(createdAt)
        return { key: id, atMs, what: 'event', isOk: false, status: null, says: kind, isLost: true }
      })
    return [...seen, ...lost].toSorted((one, other) => one.atMs - other.atMs)
  }

  /** What the bank waits for, and how much longer, by the tenant's clock. */
  get wait(): { what: Wait['what']; leftMs: number } | null {
    if (!this.cue) return null
    const nowMs = this.service.clock.nowMs(DEMO_TENANT.id)
    const wait = waitOf(this.calls, this.inquiry, nowMs)
    return wait && { what: wait.what, leftMs: wait.untilMs - nowMs }
  }

  /** Whether the story's next call can fail. */
  get isDown(): boolean {
    return this.service.store.faults
      .listBy('tenant', DEMO_TENANT.id)
      .some(
        ({ target, kind, match: { referenceId = this.#referenceId } }) =>
          target === 'api' && kind !== 'slow' && referenceId === this.#referenceId,
      )
  }

  /** How often a program fetched a picture of the story's customer. */
  get copiedPictures(): number {
    return this.#copiedPictures
  }

  /** Where a phone opens the remote control; null if only this machine can reach the sandbox. */
  get remoteUrl(): string | null {
    const { publicUrl } = this.service.site
    return isLoopback(publicUrl) ? null : `${publicUrl}/guide/remote`
  }

  get lead(): Lead {
    return this.#lead
  }

  /** Asks the console to show a page on the stage. */
  leadTo(page: StagePage, isStart = false): void {
    this.#lead = { page, number: this.#lead.number + 1, isStart }
    this.#changed()
  }

  start(plan: Plan): void {
    this.#end()
    this.#story = { ...plan, index: 0, acted: false, wasDone: false, startedAtMs: Date.now() }
    this.#changed()
  }

  #end(): void {
    this.#clearFaults()
    this.#inquiryId = null
    this.#referenceId = null
    this.#copiedPictures = 0
    this.#story = null
  }

  /**
   * Ends the story, and puts faults, clock and settings back. The merchant keeps its cases, and a case without its inquiry would look
   * broken. So inquiries stay. Those that a story left open expire or are declined, and the merchant gets the usual events.
   */
  freshen(): void {
    this.#end()
    const { store, inquiries, preparation } = this.service
    preparation.freshenTenant(this.tenant)
    for (const told of store.inquiries.listBy('told', 'yes')) {
      const inquiry = store.inquiries.put({ ...told, isTold: false })
      if (inquiry.finishedAt === null) inquiries.expire(inquiry)
      else if (!DECISIONS.includes(inquiry.status)) inquiries.decide(inquiry, 'DECLINED', ENDED)
    }
    this.#changed()
  }

  /** Does the current cue's action, and returns it. If another cue has become current meanwhile, it does nothing. */
  act(cueId: string): Cue['action'] {
    const { story, cue, inquiry } = this
    const { action } = this.#cues.find(({ id }) => id === cueId) ?? {}
    if (!story || cue?.id !== cueId) return action
    switch (cue.action?.effect) {
      case 'break':
        this.#clearFaults()
        if (!inquiry) this.#refuseOpens(1, {})
        break
      case 'repair':
        this.#clearFaults()
        break
      case 'lose':
        if (inquiry?.status === 'NEEDS_REVIEW') this.#loseApproval(inquiry)
    }
    story.acted = true
    this.#changed()
    return action
  }

  /** Goes to any cue. The sandbox then gives the inquiry the status that the cue needs, as soon as there is an inquiry. */
  goTo(index: number): void {
    if (!this.#story) return
    this.#clearFaults()
    this.#catchUp(index)
    this.#enter(index)
    this.#changed()
  }

  urlOf(page: StagePage): string {
    return this.fill(STAGE[page], encodeURIComponent)
  }

  fill(text: string, encode = (value: string) => value): string {
    return text
      .replaceAll('{merchant}', this.service.site.merchantUrl)
      .replaceAll('{referenceId}', encode(this.#referenceId ?? ''))
      .replaceAll('{inquiryId}', encode(this.#inquiryId ?? ''))
  }

  get #cues(): Cue[] {
    return this.#story ? cuesOf(this.#story) : []
  }

  #enter(index: number): void {
    const fact = this.#cues[index]?.fact
    const wasDone = fact !== undefined && this.facts[fact]
    if (this.#story) this.#story = { ...this.#story, index, acted: false, wasDone }
  }

  /** Finds the story's application: the first one that the merchant opens after the first cue. */
  #see(entry: WireEntry): void {
    // After a reset of the sandbox, the story's inquiry is gone, so look for another one.
    if (!this.#story || this.#story.index === 0 || this.inquiry !== null) return
    if (entry.tenantId !== DEMO_TENANT.id || !this.#isOurOpen(entry)) return
    const isFirst = this.#referenceId === null
    const referenceId = textOf(entry.requestBody.content, 'referenceId')
    if (entry.inquiryId === null && this.#faultIds.length === 0) return
    if (isFirst) this.#firstSequence = entry.sequence
    this.#referenceId = referenceId
    if (entry.inquiryId === null) {
      // The first refusal applied to any application. From now on, only this one is refused.
      if (isFirst && referenceId !== null) this.#refuseOpens(REFUSALS - 1, { referenceId })
      return
    }
    this.#inquiryId = entry.inquiryId
    const { store, inquiries } = this.service
    const told = store.inquiries.put({ ...store.inquiries.require(entry.inquiryId), isTold: true })
    inquiries.plan(told, outcomeOf(this.#story))
    this.#catchUp(this.#story.index)
  }

  #isOurOpen(entry: WireEntry): boolean {
    if (callOf(entry).what !== 'open') return false
    const own = this.#referenceId
    return own === null || textOf(entry.requestBody.content, 'referenceId') === own
  }

  #catchUp(index: number): void {
    const { inquiries } = this.service
    if (!this.#story) return
    const outcome = outcomeOf(this.#story)
    const needed = this.#cues.slice(0, index + 1).findLast(({ needs }) => needs)?.needs
    for (const status of needed ? LADDER.slice(0, LADDER.indexOf(needed) + 1) : []) {
      const { inquiry } = this
      if (!inquiry) return
      if (inquiry.finishedAt === null) inquiries.complete(inquiry.id, outcome)
      else if (status === 'APPROVED' && inquiry.status === 'NEEDS_REVIEW') {
        this.#loseApproval(inquiry)
        inquiries.decide(inquiry, 'APPROVED', null)
      } else if (status === 'DECLINED' && inquiry.status === 'APPROVED')
        inquiries.decide(inquiry, 'DECLINED', null)
    }
  }

  #refuseOpens(count: number, match: Fault['match']): void {
    this.#order('api', { ...match, operation: 'open' }, 'server-error', count)
  }

  #loseApproval(inquiry: Inquiry): void {
    this.#order('webhook', { inquiryId: inquiry.id, eventType: 'inquiry.approved' }, 'drop', 1)
  }

  #order(target: Fault['target'], match: Fault['match'], kind: string, remaining: number): void {
    const fault = { target, match, kind, remaining }
    this.#faultIds.push(orderFault(this.service.store, DEMO_TENANT.id, fault).id)
  }

  #clearFaults(): void {
    for (const id of this.#faultIds.splice(0)) this.service.store.faults.delete(id)
  }
}
