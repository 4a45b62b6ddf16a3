// The running story: it follows the wire, ticks the cues and takes their actions. In memory, because it lasts eight minutes.
import type { Context } from '../context.ts'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { specimenOutcomes } from '../scenario/specimen-results.ts'
import type { Fault, Inquiry, Tenant } from '../state/entities.ts'
import type { WireEntry } from '../state/wire.ts'
import {
  type Call,
  CUTS,
  type Cue,
  type Cut,
  callOf,
  currentCue,
  type Effect,
  type Facts,
  factsOf,
  goTo,
  referenceOf,
  type StagePage,
  type Story,
  startStory,
  tick,
} from './cues.ts'

/** More than a story needs; a merchant may poll every second. */
const MAX_CALLS = 1_000
/** How often the story's open is refused, unless the presenter brings the service back earlier. */
const REFUSALS = 4

type Service = Pick<Context, 'site' | 'store' | 'wire' | 'orders' | 'inquiries'>

export class Presentation {
  story: Story | null = null
  #calls: Call[] = []
  #inquiryId: string | null = null
  #referenceId: string | null = null
  /** The guide's own faults, by which it is sure to clear no others. */
  #faultIds: string[] = []
  #isBroken = false
  #isFollowing = false
  readonly #listeners = new Set<() => void>()

  constructor(private readonly service: Service) {}

  get tenant(): Tenant {
    return this.service.store.tenants.require(DEMO_TENANT.id)
  }

  get inquiry(): Inquiry | null {
    return this.#inquiryId === null ? null : this.service.store.inquiries.get(this.#inquiryId)
  }

  get facts(): Facts {
    return factsOf(this.calls, this.inquiry)
  }

  /** The calls so far and the events that got lost, oldest first. */
  get calls(): Call[] {
    const lost = this.service.store.deliveries
      .listBy('state', 'DROPPED')
      .filter(({ inquiryId }) => inquiryId === this.#inquiryId)
      .map(({ createdAt, kind }): Call => {
        return { atMs: Date.parse(createdAt), what: 'event', isOk: false, says: kind, isLost: true }
      })
    return [...this.#calls, ...lost].toSorted((one, other) => one.atMs - other.atMs)
  }

  /** Calls the listener after every change that a page could show. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  start(cut: Cut): void {
    this.#follow()
    this.#clearFaults()
    this.#calls = []
    this.#inquiryId = null
    this.#referenceId = null
    this.story = startStory(cut, Date.now())
    this.#changed()
  }

  /** Takes a cue's action. One that isn't current any more only shows its page again. */
  act(cueId: string): void {
    const { story } = this
    if (!story) return
    const cue = currentCue(story)
    if (cue?.id !== cueId) return
    if (cue.action?.effect) this.#do(cue.action.effect)
    this.story = { ...story, acted: true }
    this.#tick()
  }

  /** Goes to any cue. What the story would miss is done by the service, as soon as there is an inquiry. */
  goTo(index: number): void {
    if (!this.story) return
    this.#clearFaults()
    this.#catchUp(index)
    this.story = goTo(this.story, index, this.facts, Date.now())
    this.#changed()
  }

  /** Where the stage goes for a cue: a page of the merchant, or one of this sandbox. */
  urlOf({ at, path }: StagePage): string {
    const filled = this.fill(path, encodeURIComponent)
    return at === 'merchant' ? this.service.site.merchantUrl + filled : filled
  }

  fill(text: string, encode = (value: string) => value): string {
    return text
      .replaceAll('{referenceId}', encode(this.#referenceId ?? ''))
      .replaceAll('{inquiryId}', encode(this.#inquiryId ?? ''))
  }

  /** From the first story on: a sandbox that presents nothing shouldn't pay for it. */
  #follow(): void {
    if (this.#isFollowing) return
    this.#isFollowing = true
    this.service.wire.onEntry((entry) => this.#see(entry))
    this.service.store.onCommit(() => this.#tick())
  }

  #see(entry: WireEntry): void {
    if (!this.story || entry.tenantId !== DEMO_TENANT.id) return
    const call = callOf(entry)
    if (call.what === 'open' && this.#isOurs(entry)) this.#takeOpen(entry)
    else if (entry.inquiryId === null || entry.inquiryId !== this.#inquiryId) return
    this.#calls = [...this.#calls, call].slice(-MAX_CALLS)
    this.#tick()
  }

  /** Nothing tells an application apart before its first call, so the story's is the next one after the promise. */
  #isOurs(entry: WireEntry): boolean {
    // A reset of the sandbox takes the story's inquiry away.
    if (this.inquiry !== null || this.story?.index === 0) return false
    return this.#referenceId === null || referenceOf(entry) === this.#referenceId
  }

  #takeOpen(entry: WireEntry): void {
    const { store, inquiries } = this.service
    const isFirst = this.#referenceId === null
    if (this.#isBroken || entry.inquiryId !== null) this.#referenceId ??= referenceOf(entry)
    if (entry.inquiryId === null) {
      // The first refusal took whoever came first. From now on, only this application is refused.
      if (this.#isBroken && isFirst && this.#referenceId !== null)
        this.#refuseOpens(REFUSALS - 1, { referenceId: this.#referenceId })
      return
    }
    this.#clearFaults()
    if (this.story) this.story.acted = false
    this.#inquiryId = entry.inquiryId
    const inquiry = store.inquiries.require(entry.inquiryId)
    inquiries.plan(inquiry, this.#outcome)
    this.#catchUp(this.story?.index ?? 0)
  }

  get #outcome(): string {
    return this.story?.cut === 'short' ? 'APPROVED' : 'NEEDS_REVIEW'
  }

  #catchUp(index: number): void {
    if (!this.story) return
    const skipped: readonly Cue[] = CUTS[this.story.cut].slice(0, index)
    for (const cue of skipped) for (const effect of cue.skip ?? []) this.#do(effect)
  }

  /** Each leaves alone what has happened already. */
  #do(effect: Effect): void {
    const { inquiries } = this.service
    const { inquiry } = this
    switch (effect) {
      case 'break':
        this.#clearFaults()
        this.#isBroken = true
        if (!inquiry) this.#refuseOpens(1, {})
        return
      case 'repair':
        this.#clearFaults()
        return
      case 'complete':
        if (inquiry && inquiry.finishedAt === null)
          inquiries.complete(inquiry.id, specimenOutcomes(inquiry, {}), this.#outcome)
        return
      case 'lose':
        if (inquiry?.status === 'NEEDS_REVIEW')
          this.#order({
            target: 'webhook',
            match: { inquiryId: inquiry.id, eventType: 'inquiry.approved' },
            steps: [step('drop', 1)],
          })
        return
      case 'approve':
        if (inquiry?.status === 'NEEDS_REVIEW') inquiries.decide(inquiry, 'APPROVED', null)
        return
      case 'decline':
        if (inquiry?.status === 'APPROVED') inquiries.decide(inquiry, 'DECLINED', null)
    }
  }

  #refuseOpens(count: number, match: Fault['match']): void {
    const steps = [step('server-error', count)]
    this.#order({ target: 'api', match: { ...match, operation: 'open' }, steps })
  }

  #order(fault: Pick<Fault, 'target' | 'match' | 'steps'>): void {
    this.#faultIds.push(this.service.orders.orderFault(this.tenant, fault).id)
  }

  #clearFaults(): void {
    this.#isBroken = false
    for (const id of this.#faultIds.splice(0)) this.service.orders.forgetFaults(this.tenant, id)
  }

  #tick(): void {
    if (!this.story) return
    this.story = tick(this.story, this.facts, Date.now())
    this.#changed()
  }

  #changed(): void {
    for (const listener of this.#listeners) listener()
  }
}

const step = (kind: string, remaining: number): Fault['steps'][number] => ({
  kind,
  remaining,
  delayMs: null,
  status: null,
  retryAfter: null,
})
