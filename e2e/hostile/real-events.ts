// The service's own deliveries beside an attack: whether each is acknowledged, how soon, and whether it is remembered.
import { deliverEvent } from '../fixtures/deliver'
import { approval } from '../fixtures/events'
import type { App } from './processes'

const SENDERS = 4
const WARM_UP_ROUNDS = 5

interface Deliveries {
  count: number
  /** Answers other than 200. */
  refused: number[]
  /** Acknowledged, but not in the database. */
  lost: number
  p99Ms: number
}

/** Sends events of the service, a few at a time, for as long as the attack lasts. */
export async function deliverDuring(
  app: App,
  attack: () => PromiseLike<unknown>,
): Promise<Deliveries> {
  const acknowledged: string[] = []
  const refused: number[] = []
  const latencies: number[] = []
  const deliver = async () => {
    const event = approval()
    const startedAt = performance.now()
    const { status } = await deliverEvent(app, event)
    latencies.push(performance.now() - startedAt)
    if (status === 200) acknowledged.push(event.id)
    else refused.push(status)
  }
  // The first requests load the route and open connections, attacked or not.
  for (let nth = 0; nth < WARM_UP_ROUNDS; nth++)
    await Promise.all(Array.from({ length: SENDERS }, deliver))
  latencies.length = 0

  let isOver = false
  const over = Promise.resolve(attack()).finally(() => {
    isOver = true
  })
  const keepDelivering = async () => {
    while (!isOver) await deliver()
  }
  await Promise.all([over, ...Array.from({ length: SENDERS }, keepDelivering)])
  const { rowCount } = await app.database.query('SELECT FROM "WebhookEvent" WHERE "id" = ANY($1)', [
    acknowledged,
  ])
  const sorted = latencies.sort((a, b) => a - b)
  return {
    count: latencies.length,
    refused,
    lost: acknowledged.length - (rowCount ?? 0),
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
  }
}
