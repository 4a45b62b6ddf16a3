// The running story: what has happened, read from the wire, and the actions of its cues. In memory, because it lasts eight
// minutes.
import type { Context } from '../context.ts'
import { orderFault } from '../scenario/faults.ts'
import { DEMO_TENANT } from '../scenario/seed.ts'
import type { Fault, Inquiry, Tenant } from '../state/entities.ts'
import type { WireEntry } from '../state/wire.ts'
import {
  type Call,
  type Cue,
  type Cut,
  callOf,
  cuesOf,
  type Facts,
  factsOf,
  isDone,
  LADDER,
  STAGE,
  type StagePage,
  textOf,
  trustedAtMs,
} from './cues.ts'

/** How often the story's open is refused, unless the presenter brings the service back earlier. */
const REFUSALS = 4

export interface Story {
  cut: Cut
  /** Of the current cue; past the last one when the story is over. */
  index: number
  acted: boolean
  /** It had already happened when its turn came, so nothing ticks it off. */
  wasDone: boolean
  startedAtMs: number
}

type Service = Pick<Context, 'site' | 'store' | 'clock' | 'wire' | 'inquiries'>

export class Presentation {
  #story: Story | null = null
  #inquiryId: string | null = null
  #referenceId: string | null = null
  /** Of the first call that can belong to the story. */
  #firstSequence = 0
  /** The guide's own faults, by which it is sure to clear no others. */
  #faultIds: string[] = []

  constructor(private readonly service: Service) {
    service.wire.onEntry((entry) => this.#see(entry))
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
      .map(({ createdAt, kind }): Call => {
        return { atMs: Date.parse(createdAt), what: 'event', isOk: false, says: kind, isLost: true }
      })
    return [...seen, ...lost].toSorted((one, other) => one.atMs - other.atMs)
  }

  /** Until no message can contradict an approval any more. The wire has the tenant's time. */
  get waitMs(): number {
    return trustedAtMs(this.calls) - this.service.clock.nowMs(DEMO_TENANT.id)
  }

  start(cut: Cut): void {
    this.#clearFaults()
    this.#inquiryId = null
    this.#referenceId = null
    this.#story = { cut, index: 0, acted: false, wasDone: false, startedAtMs: Date.now() }
  }

  /** Takes a cue's action. One that isn't current any more changes nothing. */
  act(cueId: string): void {
    const { story, cue, inquiry } = this
    if (!story || cue?.id !== cueId) return
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
  }

  /** Goes to any cue. What the story would miss is done by the service, as soon as there is an inquiry. */
  goTo(index: number): void {
    if (!this.#story) return
    this.#clearFaults()
    this.#catchUp(index)
    this.#enter(index)
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
    return this.#story ? cuesOf(this.#story.cut) : []
  }

  #enter(index: number): void {
    const fact = this.#cues[index]?.fact
    const wasDone = fact !== undefined && this.facts[fact]
    if (this.#story) this.#story = { ...this.#story, index, acted: false, wasDone }
  }

  /** Nothing tells an application apart before its first call, so the story's is the next one after the promise. */
  #see(entry: WireEntry): void {
    // A reset of the sandbox takes the story's inquiry away.
    if (!this.#story || this.#story.index === 0 || this.inquiry !== null) return
    if (entry.tenantId !== DEMO_TENANT.id || !this.#isOurOpen(entry)) return
    const isFirst = this.#referenceId === null
    const referenceId = textOf(entry.requestBody.content, 'referenceId')
    if (entry.inquiryId === null && this.#faultIds.length === 0) return
    if (isFirst) this.#firstSequence = entry.sequence
    this.#referenceId = referenceId
    if (entry.inquiryId === null) {
      // The first refusal took whoever came first. From now on, only this application is refused.
      if (isFirst && referenceId !== null) this.#refuseOpens(REFUSALS - 1, { referenceId })
      return
    }
    this.#inquiryId = entry.inquiryId
    const inquiry = this.service.store.inquiries.require(entry.inquiryId)
    this.service.inquiries.plan(inquiry, this.#outcome)
    this.#catchUp(this.#story.index)
  }

  #isOurOpen(entry: WireEntry): boolean {
    if (callOf(entry).what !== 'open') return false
    const own = this.#referenceId
    return own === null || textOf(entry.requestBody.content, 'referenceId') === own
  }

  get #outcome(): string {
    return this.#story?.cut === 'short' ? 'APPROVED' : 'NEEDS_REVIEW'
  }

  #catchUp(index: number): void {
    const { inquiries } = this.service
    const needed = this.#cues.slice(0, index + 1).findLast(({ needs }) => needs)?.needs
    for (const status of needed ? LADDER.slice(0, LADDER.indexOf(needed) + 1) : []) {
      const { inquiry } = this
      if (!inquiry) return
      if (inquiry.finishedAt === null) inquiries.complete(inquiry.id, this.#outcome)
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
