// The service's own deliveries beside an attack: each must be acknowledged in time, and be in the database afterwards.
import { deliverEvent } from '../fixtures/deliver'
import { approval } from '../fixtures/events'
import type { App } from './processes'
import { expect } from './test'

const EVERY_MS = 50
const CALM_SECONDS = 1
const P99_MS = 1_000
/** A machine that is busy with other work may be this much slower than it is in a calm second. */
const CALM_FACTOR = 3

interface Deliveries {
  /** Statuses other than 200; null for a connection that broke. */
  refused: (number | null)[]
  /** Acknowledged, but not in the database. */
  lost: number
  p99Ms: number
}

/**
 * Delivers twenty events a second, first for a calm second and then for as long as the attack lasts.
 * @throws unless each was stored, and soon
 */
export async function expectNoDisturbance(
  app: App,
  attack: () => PromiseLike<unknown>,
): Promise<void> {
  const calm = await deliverDuring(app, secondsPass(CALM_SECONDS))
  const attacked = await deliverDuring(app, attack())
  expect(attacked).toMatchObject({ refused: [], lost: 0 })
  expect(attacked.p99Ms).toBeLessThan(Math.max(P99_MS, CALM_FACTOR * calm.p99Ms))
}

const secondsPass = (seconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, seconds * 1_000))

async function deliverDuring(app: App, attack: PromiseLike<unknown>): Promise<Deliveries> {
  const deliver = async () => {
    const event = approval()
    const startedAt = performance.now()
    const status = await deliverEvent(app, event).then(
      (answer) => answer.status,
      () => null,
    )
    return { id: event.id, status, ms: performance.now() - startedAt }
  }
  const underWay = [deliver()]
  const timer = setInterval(() => underWay.push(deliver()), EVERY_MS)
  await Promise.resolve(attack).finally(() => clearInterval(timer))
  const deliveries = await Promise.all(underWay)

  const acknowledged = deliveries.filter(({ status }) => status === 200).map(({ id }) => id)
  const stored = await app.database.query('SELECT FROM "ReceivedEvent" WHERE "id" = ANY($1)', [
    acknowledged,
  ])
  const sorted = deliveries.map(({ ms }) => ms).sort((a, b) => a - b)
  return {
    refused: deliveries.map(({ status }) => status).filter((status) => status !== 200),
    lost: acknowledged.length - (stored.rowCount ?? 0),
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
  }
}
