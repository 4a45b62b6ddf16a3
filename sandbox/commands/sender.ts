// Sends due deliveries from the outbox, and makes scheduled decisions. The tenants' clocks decide when. The outbox is durable: after a
// crash, the next process sends what was due, so deliveries arrive at least once.
import { setTimeout as pause } from 'node:timers/promises'
import { composeAttempt } from '../scenario/attempt.ts'
import { takeAttemptFault } from '../scenario/faults.ts'
import { isAccepted, retryDelayMs } from '../scenario/gaps/delivery.ts'
import { gapValue } from '../scenario/gaps/table.ts'
import type { Delivery } from '../state/entities.ts'
import type { Core } from './core.ts'
import type { Inquiries } from './inquiries.ts'
import { post } from './post.ts'

const MAX_CONCURRENT = 32
/** A timer waits at most this long and then checks again: `setTimeout` can't wait longer than 24 days. */
const MAX_TIMER_MS = 60 * 60 * 1000
/** How long to wait after a failed write, such as on a full disk. Due work stays due. */
const RETRY_WRITE_MS = 1_000

interface Attempted {
  /** X-Service-Delivery-Id. */
  deliveryId: string
  /** Null if no response came. `failure` then gives the reason. */
  status: number | null
  failure: string | null
}
export type Resent = { ok: true; attempt: Attempted } | { ok: false; reason: string }

export class DeliverySender {
  readonly #inFlight = new Map<string, { tenantId: string; ended: Promise<void> }>()
  #timer: NodeJS.Timeout | null = null
  #wakePlanned = false
  #running = false
  readonly #stopping = new AbortController()

  constructor(
    private readonly core: Core,
    private readonly inquiries: Inquiries,
  ) {}

  start(): void {
    this.#running = true
    this.core.store.onCommit(() => this.#planWake())
    this.#planWake()
  }

  /** Waits for running attempts. Due deliveries stay in the outbox. */
  async stop(): Promise<void> {
    this.#running = false
    this.#stopping.abort()
    if (this.#timer) clearTimeout(this.#timer)
    await Promise.all([...this.#inFlight.values()].map(({ ended }) => ended))
  }

  /**
   * Resolves when no delivery is due or running, so that a test can wait. With a tenant, it ignores other tenants' slow receivers,
   * unless these occupy every slot.
   */
  async idle(tenantId: string | null = null): Promise<void> {
    for (;;) {
      this.#wake()
      const all = [...this.#inFlight.values()]
      const own = all.filter((attempt) => tenantId === null || attempt.tenantId === tenantId)
      if (own.length === 0 && !this.#isWaitingForSlot(tenantId)) return
      await Promise.race((own.length > 0 ? own : all).map(({ ended }) => ended))
    }
  }

  #isWaitingForSlot(tenantId: string | null): boolean {
    if (this.#inFlight.size < MAX_CONCURRENT) return false
    const { store, clock } = this.core
    return store.deliveries
      .listBy('state', 'DUE')
      .filter((delivery) => tenantId === null || delivery.tenantId === tenantId)
      .some((delivery) => Date.parse(delivery.dueAt) <= clock.nowMs(delivery.tenantId))
  }

  /** Makes one attempt now, outside the schedule, optionally with a fault. */
  async resend(delivery: Delivery, fault: string | null = null): Promise<Resent> {
    if (this.core.store.endpoints.require(delivery.endpointId).removedAt !== null) {
      const reason = 'Its endpoint has been removed, so it can’t be sent again.'
      return { ok: false, reason }
    }
    return { ok: true, attempt: await this.#send(delivery, fault) }
  }

  /** Merges the commits of one event-loop turn into one wake-up. */
  #planWake(): void {
    if (this.#wakePlanned || !this.#running) return
    this.#wakePlanned = true
    setImmediate(() => {
      this.#wakePlanned = false
      if (this.#running) this.#wakeOrRetry()
    })
  }

  #wakeOrRetry(): void {
    try {
      this.#wake()
    } catch (error) {
      reportWriteError(error)
      if (this.#timer) clearTimeout(this.#timer)
      this.#timer = setTimeout(() => this.#wakeOrRetry(), RETRY_WRITE_MS)
    }
  }

  #wake(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    let nextInMs = this.inquiries.runScheduled()
    const { store, clock } = this.core
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
      this.#timer = setTimeout(() => this.#wakeOrRetry(), Math.min(nextInMs, MAX_TIMER_MS))
    }
  }

  /** If the tenant's order of deliveries matters (N10), they go out one at a time. */
  #mustWaitForTurn(delivery: Delivery): boolean {
    const tenant = this.core.store.tenants.require(delivery.tenantId)
    if (gapValue(tenant, 'N10') !== 'reversed') return false
    return [...this.#inFlight.values()].some(({ tenantId }) => tenantId === delivery.tenantId)
  }

  #launch(delivery: Delivery): void {
    const ended = this.#attempt(delivery)
      .catch(async (error) => {
        reportWriteError(error)
        await pause(RETRY_WRITE_MS, undefined, this.#stopping).catch(() => undefined)
      })
      .finally(() => {
        this.#inFlight.delete(delivery.id)
        this.#planWake()
      })
    this.#inFlight.set(delivery.id, { tenantId: delivery.tenantId, ended })
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const fault = takeAttemptFault(this.core.store, delivery)
    const { status } = await this.#send(delivery, fault)
    // A reset may have removed the delivery in the meantime.
    const current = this.core.store.deliveries.get(delivery.id)
    if (current) this.core.store.deliveries.put(this.#afterAttempt(current, status))
  }

  async #send(delivery: Delivery, fault: string | null): Promise<Attempted> {
    const { store, clock, wire } = this.core
    const tenant = store.tenants.require(delivery.tenantId)
    const endpoint = store.endpoints.require(delivery.endpointId)
    const { correlationId } = store.inquiries.require(delivery.inquiryId)
    const composed = composeAttempt(delivery, endpoint, tenant, clock.nowMs(tenant.id), fault)
    const startedMs = performance.now()
    const at = clock.nowIso(delivery.tenantId)
    const { status, failure, headers, body } = await post({
      ...composed,
      url: new URL(endpoint.url),
    })
    wire.record({
      at,
      tenantId: delivery.tenantId,
      direction: 'delivery',
      correlationId,
      eventCorrelationId: null,
      inquiryId: delivery.inquiryId,
      method: 'POST',
      url: endpoint.url,
      requestHeaders: composed.headers,
      requestBody: composed.body,
      status,
      failure,
      responseHeaders: headers,
      responseBody: Buffer.from(body),
      durationMs: performance.now() - startedMs,
      delivery: {
        id: delivery.id,
        deliveryId: composed.deliveryId,
        attempt: delivery.attempts + 1,
      },
      fault,
    })
    return { deliveryId: composed.deliveryId, status, failure }
  }

  #afterAttempt(delivery: Delivery, status: number | null): Delivery {
    const { store, clock } = this.core
    const tenant = store.tenants.require(delivery.tenantId)
    const attempts = delivery.attempts + 1
    const attempted = { ...delivery, attempts }
    // The endpoint may have been removed during the attempt.
    if (delivery.state !== 'DUE') return attempted
    if (status !== null && isAccepted(tenant, status)) {
      return { ...attempted, state: 'DELIVERED' }
    }
    const delayMs = retryDelayMs(tenant, attempts)
    if (delayMs === null) return { ...attempted, state: 'FAILED' }
    return { ...attempted, dueAt: new Date(clock.nowMs(tenant.id) + delayMs).toISOString() }
  }
}

/** Prints only the name and the code, because a message may quote a person's input. */
function reportWriteError(error: unknown): void {
  const name = error instanceof Error ? error.name : 'unknown error'
  const code = error instanceof Error && 'code' in error ? ` ${error.code}` : ''
  process.stderr.write(`sandbox: a delivery or decision could not be stored: ${name}${code}\n`)
}
