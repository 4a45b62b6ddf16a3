/**
 * Ingest: verify, store, apply, 200. Compared with a handler that only reads the body and a typical one, and repeated with
 * a million events stored. Everything is measured in one run, in alternating rounds, on one real PostgreSQL.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { fillEvents } from './growth-data.ts'
import { type Measured, sendEvents } from './load.ts'
import { startApp, startPlainNext, startPostgres } from './processes.ts'
import { median, printTable } from './report.ts'

const ROUNDS = 5
const ROUND_SECONDS = 8
/** Long enough for the JIT compiler to have seen the whole path. */
const WARM_UP_SECONDS = 15
const INQUIRIES = 1_000
const MANY_EVENTS = 1_000_000
const SECRET = `whsec_${'b'.repeat(32)}`

export async function benchIngest(): Promise<void> {
  const databaseUrl = await startPostgres()
  const app = await startApp(databaseUrl, { VERIFICATION_WEBHOOK_SECRET: SECRET })
  const plainUrl = await startPlainNext({ DATABASE_URL: databaseUrl, WEBHOOK_SECRET: SECRET })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const inquiryIds = await insertInquiries(client)

  const targets = {
    'only reads the body': `${plainUrl}/api/bare`,
    'ours: verify, store, apply': `${app.url}/api/webhooks/verification`,
    'usual: verify, transaction of three': `${plainUrl}/api/usual`,
  }
  const send = (url: string, seconds: number) =>
    sendEvents({ url, secret: SECRET, inquiryIds, until: { seconds } })

  const inTurns = async (urls: Record<string, string>) => {
    for (const url of Object.values(urls)) await send(url, WARM_UP_SECONDS)
    const rounds = new Map(Object.keys(urls).map((name) => [name, [] as Measured[]]))
    for (let round = 0; round < ROUNDS; round++) {
      console.log(`Round ${round + 1} of ${ROUNDS}`)
      for (const [name, url] of Object.entries(urls))
        rounds.get(name)?.push(await send(url, ROUND_SECONDS))
    }
    return Object.fromEntries([...rounds].map(([name, results]) => [name, summarise(results)]))
  }

  const few = await inTurns(targets)
  const bare = few['only reads the body']
  printTable(
    `Ingest, ${ROUNDS} rounds of ${ROUND_SECONDS} s each, alternating, median`,
    Object.entries(few).map(([name, result]) => ({
      handler: name,
      'per second': Math.round(result.perSecond),
      'of bare': bare ? (result.perSecond / bare.perSecond).toFixed(2) : '',
      'p50 ms': result.p50Ms,
      'p99 ms': result.p99Ms,
      'p99 of bare': bare ? (result.p99Ms / bare.p99Ms).toFixed(2) : '',
      failures: result.failures,
    })),
  )

  const ours = { ours: targets['ours: verify, store, apply'] }
  await fillEvents(client, 1_000)
  const withFew = (await inTurns(ours)).ours
  await fillEvents(client, MANY_EVENTS)
  const withMany = (await inTurns(ours)).ours
  if (withFew && withMany)
    printTable('Ingest by the number of events stored', [
      { events: '1,000', 'per second': Math.round(withFew.perSecond), 'cost of 1,000': '1.00' },
      {
        events: '1,000,000',
        'per second': Math.round(withMany.perSecond),
        'cost of 1,000': (withFew.perSecond / withMany.perSecond).toFixed(2),
      },
    ])
  await client.end()
}

const summarise = (results: Measured[]): Measured => ({
  perSecond: median(results.map((result) => result.perSecond)),
  p50Ms: median(results.map((result) => result.p50Ms)),
  p99Ms: median(results.map((result) => result.p99Ms)),
  failures: results.reduce((sum, result) => sum + result.failures, 0),
})

async function insertInquiries(client: pg.Client): Promise<string[]> {
  const ids = Array.from({ length: INQUIRIES }, () => randomUUID())
  await client.query(
    `INSERT INTO "Inquiry" ("id", "referenceId", "inquiryId", "applicantHash", "product", "openState", "openKey",
       "openBody", "correlationId", "updatedAt")
     SELECT gen_random_uuid(), 'bench-' || id, id, repeat('0', 64), 'everyday', 'OPEN', gen_random_uuid(), '{}',
       gen_random_uuid(), now()
     FROM unnest($1::uuid[]) AS id`,
    [ids],
  )
  return ids
}
