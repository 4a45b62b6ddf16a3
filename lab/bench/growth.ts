/**
 * Growth: the cost of an event, a day's retention and the staff lists, at 1,000 rows and at many. Two apps on two databases of
 * one server are measured alternately, so that other work on the machine affects both.
 */
import { createHmac, randomUUID } from 'node:crypto'
import pg from 'pg'
import { readOptions } from '../../scripts/options.ts'
import { fillEvents, fillInquiries, loadFast, sizeOf, warmUp } from './growth-data.ts'
import { listsOf, printLists, sample, signIn } from './lists.ts'
import { sendEvents } from './load.ts'
import { startApp, startPostgres } from './processes.ts'
import { median, printTable } from './report.ts'

const FEW = 1_000
const ROUNDS = 6
const ROUND_SECONDS = 8
const WARM_UP_SECONDS = 15
const LIST_ROUNDS = 3
const SAMPLES_A_ROUND = 10
const SECRET = `whsec_${'g'.repeat(32)}`
const CRON_SECRET = 'a-cron-secret-of-the-benchmark'
const MEGABYTE = 1_000_000
/** As docs/growth.md recommends: a quarter of the memory of a machine with 8 GB. */
const SHARED_BUFFERS = '2GB'

type Site = Awaited<ReturnType<typeof startSite>>

export async function benchGrowth(): Promise<void> {
  const options = readOptions('bench').values
  const rows = Number(options.rows ?? 10_000_000)
  const isFilled = typeof options.filled === 'string'
  const server = isFilled ? `${options.filled}` : await startPostgres({ SHARED_BUFFERS })
  const few = await startSite(server, 'few', FEW, isFilled)
  const many = await startSite(server, 'many', rows, isFilled)
  await loadFast(many.client, false)

  await compareLists(few, many)
  await measureRetention(many)
  for (const { client } of [few, many]) await warmUp(client)
  await compareIngest(few, many)
  await Promise.all([few, many].map(({ client }) => client.end()))
}

async function startSite(server: string, database: string, rows: number, isFilled: boolean) {
  const url = Object.assign(new URL(server), { pathname: `/${database}` }).href
  if (!isFilled) await run(server, `CREATE DATABASE "${database}"`)
  const app = await startApp(url, { VERIFICATION_WEBHOOK_SECRET: SECRET, CRON_SECRET })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  if (!isFilled) {
    const startedAt = performance.now()
    await loadFast(client, true)
    await fillEvents(client, rows)
    await fillInquiries(client, rows)
    console.log(`${database}: filled in ${Math.round((performance.now() - startedAt) / 1_000)} s`)
  }
  const { rows: found } = await client.query<{ inquiryId: string }>(
    'SELECT "inquiryId" FROM "Inquiry" ORDER BY "id" DESC LIMIT 1000',
  )
  return { url: app.url, client, rows, inquiryIds: found.map(({ inquiryId }) => inquiryId) }
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function compareIngest(...sites: Site[]): Promise<void> {
  const send = (site: Site, seconds: number) =>
    sendEvents({
      url: `${site.url}/api/webhooks/verification`,
      secret: SECRET,
      inquiryIds: site.inquiryIds,
      until: { seconds },
    })
  for (const site of sites) await send(site, WARM_UP_SECONDS)
  const measured = sites.map((site) => ({
    site,
    perSecond: [] as number[],
    pages: [] as number[],
    walBytes: [] as number[],
  }))
  for (let round = 0; round < ROUNDS; round++)
    for (const { site, perSecond, pages, walBytes } of measured) {
      const logBefore = await logSoFar(site)
      const result = await send(site, ROUND_SECONDS)
      if (result.failures > 0) throw new Error(`${result.failures} deliveries failed`)
      const events = result.perSecond * ROUND_SECONDS
      const logAfter = await logSoFar(site)
      perSecond.push(result.perSecond)
      pages.push((logAfter.pages - logBefore.pages) / events)
      walBytes.push((logAfter.bytes - logBefore.bytes) / events)
    }
  const [base] = measured
  printTable(
    `Ingest by the number of events stored, ${ROUNDS} rounds of ${ROUND_SECONDS} s each, alternating, median`,
    measured.map(({ site, perSecond, pages, walBytes }) => ({
      events: site.rows.toLocaleString('en'),
      'per second': Math.round(median(perSecond)),
      'ms an event': (1_000 / median(perSecond)).toFixed(2),
      'of 1,000': (median(base?.perSecond ?? []) / median(perSecond)).toFixed(2),
      'pages logged whole': median(pages).toFixed(2),
      'bytes logged': Math.round(median(walBytes)),
    })),
  )
}

/** What the server has written to its WAL. The first change to a page after a checkpoint logs the whole page. */
async function logSoFar({ client }: Site): Promise<{ pages: number; bytes: number }> {
  const { rows } = await client.query<{ pages: number; bytes: number }>(
    'SELECT wal_fpi::int AS pages, wal_bytes::float8 AS bytes FROM pg_stat_wal',
  )
  return rows[0] ?? { pages: 0, bytes: 0 }
}

async function compareLists(...sites: Site[]): Promise<void> {
  const pages = await Promise.all(
    sites.map(async (site) =>
      listsOf({ appUrl: site.url, cookie: await signIn(site.url), client: site.client }),
    ),
  )
  const times = sites.map(() => new Map<string, number[]>())
  for (let round = 0; round < LIST_ROUNDS; round++)
    for (const [index, page] of pages.entries())
      for (const [what, open] of Object.entries(page)) {
        const taken = await sample(open, SAMPLES_A_ROUND)
        times[index]?.set(what, [...(times[index]?.get(what) ?? []), ...taken])
      }
  const [few = {}, many = {}] = times.map((taken) =>
    Object.fromEntries([...taken].map(([what, list]) => [what, median(list)])),
  )
  printLists(
    few,
    many,
    sites.map(({ rows }) => rows),
  )
}

async function measureRetention({ url, client }: Site): Promise<void> {
  const oldest = await client.query<{ partition: string; events: number }>(
    `SELECT min(relname) AS partition FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
     WHERE inhparent = '"ReceivedEvent"'::regclass AND relname ~ '^ReceivedEvent_\\d{8}$'`,
  )
  const partition = oldest.rows[0]?.partition ?? ''
  const { rows } = await client.query<{ id: string; events: number; createdAt: Date }>(
    `SELECT "id", "createdAt", (SELECT count(*)::int FROM "${partition}") AS events FROM "${partition}" LIMIT 1`,
  )
  const [before, events] = [await sizeOf(client, 'ReceivedEvent'), rows[0]?.events ?? 0]
  const startedAt = performance.now()
  const answer = await fetch(`${url}/api/cron/retention`, {
    method: 'POST',
    headers: { authorization: `Bearer ${CRON_SECRET}` },
  })
  const tookMs = performance.now() - startedAt
  const { removed } = (await answer.json()) as { removed: { events: number } }
  const after = await sizeOf(client, 'ReceivedEvent')
  const dead = await client.query<{ dead: number }>(
    `SELECT coalesce(sum(n_dead_tup), 0)::int AS dead FROM pg_stat_user_tables WHERE relname LIKE 'ReceivedEvent%'`,
  )
  printTable('Retention of the day that is past its limit', [
    {
      'events of the day': events,
      removed: removed.events,
      ms: Math.round(tookMs),
      'MB before': Math.round(before / MEGABYTE),
      'MB after': Math.round(after / MEGABYTE),
      'dead rows left': dead.rows[0]?.dead ?? 0,
      'replay outcome': await replay(url, rows[0]?.id ?? ''),
    },
  ])
  const bytes: Record<string, string | number>[] = []
  for (const table of ['ReceivedEvent', 'KnownEvent', 'Inquiry']) {
    const { rows: count } = await client.query<{ rows: number }>(
      `SELECT count(*)::int AS rows FROM "${table}"`,
    )
    const total = await sizeOf(client, table)
    const each = Math.round(total / (count[0]?.rows ?? 1))
    bytes.push({
      table,
      rows: count[0]?.rows ?? 0,
      GB: (total / 1e9).toFixed(1),
      'bytes a row': each,
    })
  }
  printTable('What a row occupies, with its indexes', bytes)
}

/** @returns the receiver's outcome for an event with this id */
async function replay(url: string, id: string): Promise<string> {
  const data = { inquiryId: randomUUID(), status: 'APPROVED' }
  const body = JSON.stringify({
    id,
    type: 'inquiry.approved',
    createdAt: '2026-01-01T00:00:00.000Z',
    data,
  })
  const digest = createHmac('sha256', SECRET).update(body).digest('hex')
  const answer = await fetch(`${url}/api/webhooks/verification`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-service-signature': `sha256=${digest}` },
    body,
  })
  const { outcome } = (await answer.json()) as { outcome: string }
  return outcome
}
