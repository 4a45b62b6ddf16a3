// Measures ingest: deliveries that are verified, stored and answered with 200, compared with a handler that only reads the body.
// It runs with 1,000 and with 1,000,000 stored events and inquiries.
import { randomUUID } from 'node:crypto'
import type autocannon from 'autocannon'
import pg from 'pg'
import { buildProject } from '../load/builds.ts'
import { signedHeaders } from '../load/events.ts'
import { freePorts } from '../load/parts.ts'
import { startStack } from '../load/stack.ts'
import { startBareApp } from './bare-app.ts'
import { fillEvents, fillInquiries } from './million.ts'
import { compare } from './rounds.ts'

const SIZES = [1_000, 1_000_000]
const INQUIRIES = 1_000

export async function benchIngest(): Promise<void> {
  await buildProject()
  // Like most merchants' budgets, this one is small, so reads take hardly any of the machine's time.
  const stack = await startStack({ appPorts: await freePorts(1), callsPerMinute: 60 })
  const urls = {
    'only reads the body': await startBareApp(),
    'verifies, stores, answers': `${stack.sites[0]}/api/webhooks/verification`,
  }
  const client = new pg.Client({ connectionString: stack.databaseUrl })
  await client.connect()
  for (const size of SIZES) {
    await fillInquiries(client, size)
    await fillEvents(client, size)
    const event = await signedEvent(client, stack.webhookSecret)
    const what = `Deliveries, with ${size.toLocaleString('en')} events and inquiries stored`
    await compare(what, urls, [event], { seconds: 8, warmUpSeconds: 15 })
  }
  await client.end()
}

/** Makes a request with a new event, for one of the newest inquiries. */
export async function signedEvent(client: pg.Client, secret: string): Promise<autocannon.Request> {
  const { rows } = await client.query<{ inquiryId: string }>(
    'SELECT "serviceInquiryId" AS "inquiryId" FROM "Inquiry" ORDER BY "id" DESC LIMIT $1',
    [INQUIRIES],
  )
  let sent = 0
  return {
    method: 'POST',
    setupRequest: (request) => {
      const inquiryId = rows[sent % rows.length]?.inquiryId
      // Each event is newer than the previous one.
      const createdAt = new Date(Date.UTC(2026, 0, 1) + sent++).toISOString()
      const [type, status] =
        sent % 2 ? ['inquiry.approved', 'APPROVED'] : ['inquiry.review_in_progress', 'NEEDS_REVIEW']
      const data = { inquiryId, status, correlationId: randomUUID() }
      const body = JSON.stringify({ id: randomUUID(), type, createdAt, data })
      return { ...request, body, headers: signedHeaders(body, secret) }
    },
  }
}
