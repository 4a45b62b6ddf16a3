// Ingest: deliveries that are verified, stored and answered with 200, next to a handler that only reads the body; then with 1,000
// and with 1,000,000 events and inquiries stored.
import { randomUUID } from 'node:crypto'
import type autocannon from 'autocannon'
import pg from 'pg'
import { readExample } from '../../scripts/settings.ts'
import { signedHeaders } from '../load/events.ts'
import { fillEvents, fillInquiries } from './million.ts'
import { startBareApp, startDemo } from './programs.ts'
import { compare, printTable } from './rounds.ts'

const ROUNDS = { rounds: 5, seconds: 8, warmUpSeconds: 15 }
const SIZES = [1_000, 1_000_000] as const
const INQUIRIES = 1_000

export async function benchIngest(): Promise<void> {
  const secret = readExample().VERIFICATION_WEBHOOK_SECRET ?? ''
  const demo = await startDemo()
  const bareUrl = await startBareApp()
  const url = `${demo.url}/api/webhooks/verification`
  const client = new pg.Client({ connectionString: demo.databaseUrl })
  await client.connect()

  await fillInquiries(client, SIZES[0])
  const few = await compare(
    { 'only reads the body': bareUrl, 'ours: verify, store, 200': url },
    [await signedEvent(client, secret)],
    ROUNDS,
  )
  const bare = few['only reads the body']
  printTable(
    `Ingest, ${ROUNDS.rounds} rounds of ${ROUNDS.seconds} s each, alternating, median`,
    Object.entries(few).map(([handler, { perSecond, p50Ms, p99Ms, failures }]) => ({
      handler,
      'per second': Math.round(perSecond),
      'of bare': (perSecond / bare.perSecond).toFixed(2),
      'p50 ms': p50Ms,
      'p99 ms': p99Ms,
      failures,
    })),
  )

  const rows = []
  for (const size of SIZES) {
    await fillInquiries(client, size)
    await fillEvents(client, size)
    const { ours } = await compare({ ours: url }, [await signedEvent(client, secret)], ROUNDS)
    rows.push({ 'events and inquiries': size, 'per second': Math.round(ours.perSecond) })
  }
  printTable('Ingest by what is stored', rows)
  await client.end()
}

/** A request for a new event each time, for one of the newest inquiries. */
async function signedEvent(client: pg.Client, secret: string): Promise<autocannon.Request> {
  const { rows } = await client.query<{ inquiryId: string }>(
    'SELECT "inquiryId" FROM "Inquiry" ORDER BY "id" DESC LIMIT $1',
    [INQUIRIES],
  )
  let sent = 0
  return {
    method: 'POST',
    setupRequest: (request) => {
      const inquiryId = rows[sent % rows.length]?.inquiryId
      // Every event is newer than the one before.
      const createdAt = new Date(Date.UTC(2026, 0, 1) + sent++).toISOString()
      const [type, status] =
        sent % 2 ? ['inquiry.approved', 'APPROVED'] : ['inquiry.review_in_progress', 'NEEDS_REVIEW']
      const data = { inquiryId, status, correlationId: randomUUID() }
      const body = JSON.stringify({ id: randomUUID(), type, createdAt, data })
      return { ...request, body, headers: signedHeaders(body, secret) }
    },
  }
}
