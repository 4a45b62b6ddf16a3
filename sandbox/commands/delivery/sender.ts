// Sends what is due in the outbox, and carries out what is scheduled, as the tenants' clocks reach it.
// The outbox is durable: what was due when the process died is sent by the next one, at least once.
import type { Clock } from '../../scenario/clock.ts'
import { gapValue } from '../../scenario/gaps.ts'
import { checkEndpointUrl } from '../../service/endpoint-url.ts'
import type { Delivery } from '../../state/entities.ts'
import type { Store } from '../../state/store.ts'
import type { Wire } from '../../state/wire.ts'
import type { InquiryLife } from '../inquiries.ts'
import { type Attempt, composeAttempt } from './attempt.ts'
import { type PostResult, post } from './post.ts'
import { isAccepted, retryDelayMs } from './retry-schedule.ts'

const MAX_CONCURRENT = 32
/** A timer cannot wait longer than this; it then looks again. */
const MAX_TIMER_MS = 60 * 60 * 1000

export interface SenderParts {
  store: Store
  clock: Clock
  life: InquiryLife
  wire: Wire
  allowLoopbackHttp: boolean
}

export class DeliverySender {
  readonly #inFlight = new Map<string, { tenantId: string; ended: Promise<void> }>()
  readonly #unsubscribe: (() => void)[] = []
  #timer: NodeJS.Timeout | null = null
  #wakePlanned = false
  #running = false

  constructor(private readonly parts: SenderParts) {}

  start(): void {
    this.#running = true
    this.#unsubscribe.push(
      this.parts.store.onCommit(() => this.#planWake()),
      this.parts.clock.onChange(() => this.#planWake()),
    )
    this.#planWake()
  }

  /** Ends after the attempts under way; what is still due stays in the outbox. */
  async stop(): Promise<void> {
    this.#running = false
    for (const unsubscribe of this.#unsubscribe.splice(0)) unsubscribe()
    if (this.#timer) clearTimeout(this.#timer)
    await Promise.all([...this.#inFlight.values()].map(({ ended }) => ended))
  }

  /**
   * Resolves when nothing is due or under way any more: what a test waits for. With a tenant it doesn't wait for
   * another tenant's slow receiver, unless that one takes the last free place.
   */
  async idle(tenantId: string | null = null): Promise<void> {
    for (;;) {
      this.#wake()
      const all = [...this.#inFlight.values()]
      const own = all.filter((attempt) => tenantId === null || attempt.tenantId === tenantId)
      if (own.length === 0 && !this.#isWaitingForPlace(tenantId)) return
      await Promise.race((own.length > 0 ? own : all).map(({ ended }) => ended))
    }
  }

  #isWaitingForPlace(tenantId: string | null): boolean {
    if (this.#inFlight.size < MAX_CONCURRENT) return false
    const { store, clock } = this.parts
    return store.deliveries
      .listBy('state', 'DUE')
      .filter((delivery) => tenantId === null || delivery.tenantId === tenantId)
      .some((delivery) => Date.parse(delivery.dueAt) <= clock.nowMs(delivery.tenantId))
  }

  /** One attempt now, outside the schedule: the portal's "resend", as it was or broken on purpose. */
  async resend(delivery: Delivery, fault: string | null): Promise<PostResult> {
    return this.#send({ ...delivery, fault })
  }

  /** Many commits in one turn of the event loop need one look only. */
  #planWake(): void {
    if (this.#wakePlanned || !this.#running) return
    this.#wakePlanned = true
    setImmediate(() => {
      this.#wakePlanned = false
      if (this.#running) this.#wake()
    })
  }

  #wake(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    let nextInMs = this.parts.life.runScheduled()
    const { store, clock } = this.parts
    const due: Delivery[] = []
    for (const delivery of store.deliveries.listBy('state', 'DUE')) {
      if (this.#inFlight.has(delivery.id)) continue
      const inMs = Date.parse(delivery.dueAt) - clock.nowMs(delivery.tenantId)
      if (inMs <= 0) due.push(delivery)
      else if (!clock.isFrozen(delivery.tenantId)) nextInMs = Math.min(nextInMs, inMs)
    }
    due.sort((a, b) => a.dueAt.localeCompare(b.dueAt))
    for (const delivery of due) {
      if (this.#inFlight.size >= MAX_CONCURRENT) break
      if (!this.#mustWaitForTurn(delivery)) this.#launch(delivery)
    }
    if (this.#running && nextInMs < Number.POSITIVE_INFINITY) {
      this.#timer = setTimeout(() => this.#wake(), Math.min(nextInMs, MAX_TIMER_MS))
    }
  }

  /** Under N10 `reversed` the order is the point, so deliveries of that tenant go one by one. */
  #mustWaitForTurn(delivery: Delivery): boolean {
    const { store } = this.parts
    const tenant = store.tenants.require(delivery.tenantId)
    if (gapValue(tenant, 'N10') !== 'reversed') return false
    return [...this.#inFlight.values()].some(({ tenantId }) => tenantId === delivery.tenantId)
  }

  #launch(delivery: Delivery): void {
    const ended = this.#attempt(delivery).finally(() => {
      this.#inFlight.delete(delivery.id)
      this.#planWake()
    })
    this.#inFlight.set(delivery.id, { tenantId: delivery.tenantId, ended })
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const result = await this.#send(delivery)
    // The state may have been reset while the receiver took its time.
    const current = this.parts.store.deliveries.get(delivery.id)
    if (current) this.parts.store.deliveries.put(this.#afterAttempt(current, result))
  }

  async #send(delivery: Delivery): Promise<PostResult> {
    const { store, clock, allowLoopbackHttp, wire } = this.parts
    const tenant = store.tenants.require(delivery.tenantId)
    const endpoint = store.endpoints.require(delivery.endpointId)
    const attempt = composeAttempt(delivery, endpoint, tenant, clock.nowMs(tenant.id))
    const startedMs = performance.now()
    const at = clock.nowIso(tenant.id)
    // The opt-in may have been withdrawn since the endpoint was registered.
    const verdict = checkEndpointUrl(endpoint.url, allowLoopbackHttp)
    const result: PostResult = verdict.ok
      ? await post({ ...attempt, url: verdict.url, allowLoopback: allowLoopbackHttp })
      : { answered: false, failure: 'EREFUSED' }
    recordAttempt(wire, delivery, attempt, endpoint.url, at, performance.now() - startedMs, result)
    return result
  }

  #afterAttempt(delivery: Delivery, result: PostResult): Delivery {
    const { store, clock } = this.parts
    const tenant = store.tenants.require(delivery.tenantId)
    const attempts = delivery.attempts + 1
    const lastAnswer = result.answered ? String(result.status) : result.failure
    // A fault is played once: the retry is as it should be.
    const attempted = { ...delivery, attempts, lastAnswer, fault: null }
    if (result.answered && isAccepted(gapValue(tenant, 'N9'), result.status)) {
      return { ...attempted, state: 'DELIVERED' }
    }
    const delayMs = retryDelayMs(gapValue(tenant, 'N8'), attempts)
    if (delayMs === null) return { ...attempted, state: 'FAILED' }
    return { ...attempted, dueAt: new Date(clock.nowMs(tenant.id) + delayMs).toISOString() }
  }
}

function recordAttempt(
  wire: Wire,
  delivery: Delivery,
  attempt: Attempt,
  url: string,
  at: string,
  durationMs: number,
  result: PostResult,
): void {
  wire.record({
    at,
    tenantId: delivery.tenantId,
    direction: 'delivery',
    correlationId: delivery.correlationId,
    eventCorrelationId: null,
    inquiryId: delivery.inquiryId,
    method: 'POST',
    url,
    requestHeaders: attempt.headers,
    requestBody: attempt.body,
    status: result.answered ? result.status : null,
    failure: result.answered ? null : result.failure,
    responseHeaders: result.answered ? result.headers : {},
    responseBody: result.answered ? Buffer.from(result.body) : new Uint8Array(),
    durationMs,
    delivery: { id: delivery.id, deliveryId: attempt.deliveryId, attempt: delivery.attempts + 1 },
    fault: delivery.fault,
  })
}
