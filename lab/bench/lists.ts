/**
 * The staff area's home and list over HTTP, with tabs, counts, orders and search, at 1,000 and 1,000,000 inquiries: keyset
 * paging next to offset paging, in one run on one real PostgreSQL.
 */
import pg from 'pg'
import { startApp, startPostgres } from './processes.ts'
import { median, printTable } from './report.ts'

const SIZES = [1_000, 1_000_000]
const SAMPLES = 60
/** docs/decisions/2026-11-22-staff-lists.md: nothing that staff open may grow with the number of rows. */
const MOST_GROWTH = 1.2

export async function benchLists(): Promise<void> {
  const databaseUrl = await startPostgres()
  const app = await startApp(databaseUrl)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const cookie = await signIn(app.url)
  const columns: Record<string, number>[] = []
  for (const size of SIZES) {
    await fill(client, size)
    const { id, referenceId } = await middleOf(client, '"Inquiry"', '"id"')
    const queue = `"Inquiry" WHERE "status" = 'NEEDS_REVIEW'`
    const waiting = await middleOf(client, queue, '"waitingSince", "id"')
    const page = (path: string) => () =>
      fetch(`${app.url}${path}`, { headers: { cookie } }).then(async (answer) => {
        if (answer.status !== 200) throw new Error(`HTTP ${answer.status}`)
        await answer.text()
      })
    const list = (query: Record<string, string>) =>
      page(`/admin/inquiries?${new URLSearchParams(query)}`)
    const cursor = `${waiting.waitingSince?.toISOString()}~${waiting.id}`
    columns.push({
      home: await p50(page('/admin')),
      'first page, with counts': await p50(list({})),
      'middle page': await p50(list({ after: id })),
      'oldest first': await p50(list({ sort: 'oldest' })),
      'by status': await p50(list({ status: 'APPROVED' })),
      'by status and days': await p50(list({ status: 'APPROVED', from: '2026-01-01' })),
      'waiting longest': await p50(list({ status: 'NEEDS_REVIEW' })),
      'waiting longest, middle page': await p50(list({ status: 'NEEDS_REVIEW', after: cursor })),
      'by reference': await p50(list({ search: referenceId.slice(0, 20) })),
      'by short reference': await p50(list({ search: shortReferenceOf(referenceId) })),
      'middle page by offset (SQL alone)': await p50(() =>
        client.query('SELECT * FROM "Inquiry" ORDER BY "id" DESC OFFSET $1 LIMIT 26', [
          Math.floor(size / 2),
        ]),
      ),
    })
  }
  await client.end()
  const [few = {}, many = {}] = columns
  printTable(
    `The staff's home and list, p50 of ${SAMPLES} in ms; at most ${MOST_GROWTH} times as long with a million`,
    Object.keys(few).map((what) => {
      const [short = 0, long = 0] = [few[what], many[what]]
      return {
        what,
        '1,000 inquiries': short.toFixed(1),
        '1,000,000 inquiries': long.toFixed(1),
        times: (long / short).toFixed(2),
      }
    }),
  )
}

interface Middle {
  id: string
  referenceId: string
  waitingSince: Date | null
}

async function middleOf(client: pg.Client, rows: string, order: string): Promise<Middle> {
  const { rows: found } = await client.query<Middle>(
    `SELECT "id", "referenceId", "waitingSince" FROM ${rows} ORDER BY ${order}
     OFFSET (SELECT count(*) / 2 FROM ${rows}) LIMIT 1`,
  )
  if (!found[0]) throw new Error('There is nothing in the middle')
  return found[0]
}

/** The beginning of the UUID in Crockford's base 32, as the app shows it. */
function shortReferenceOf(referenceId: string): string {
  const bits = Number.parseInt(referenceId.slice(4, 12), 16).toString(2).padStart(32, '0')
  const letters = bits.slice(0, 30).match(/.{5}/g) ?? []
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  return `NW-${letters.map((letter) => alphabet[Number.parseInt(letter, 2)]).join('')}`
}

async function p50(request: () => Promise<unknown>): Promise<number> {
  for (let n = 0; n < 10; n++) await request()
  const times: number[] = []
  for (let n = 0; n < SAMPLES; n++) {
    const startedAt = performance.now()
    await request()
    times.push(performance.now() - startedAt)
  }
  return median(times)
}

/** Time-ordered ids, as the app makes them, and as many of each status. */
async function fill(client: pg.Client, size: number): Promise<void> {
  await client.query('TRUNCATE "Inquiry" CASCADE')
  await client.query(
    `INSERT INTO "Inquiry" ("id", "referenceId", "inquiryId", "applicantHash", "product", "openState", "openKey",
       "openBody", "correlationId", "status", "readAt", "decidedAt", "waitingSince", "updatedAt", "createdAt")
     SELECT (lpad(to_hex(1767225600000 + n * 10), 12, '0') || '70008' || substr(md5(n::text), 1, 15))::uuid,
       'app-' || gen_random_uuid(), gen_random_uuid(), md5(n::text) || md5(n::text), 'everyday',
       'OPEN', gen_random_uuid(), '{}', gen_random_uuid(),
       (ARRAY['APPROVED', 'DECLINED', 'FAILED', 'NEEDS_REVIEW'])[1 + n % 4], now(),
       CASE WHEN n % 4 < 3 THEN now() END,
       CASE WHEN n % 4 = 3 THEN to_timestamp(1767225600 + n / 100) END, now(), now()
     FROM generate_series(1, $1::bigint) AS n`,
    [size],
  )
  await client.query('VACUUM ANALYZE "Inquiry"')
}

async function signIn(appUrl: string): Promise<string> {
  const csrf = await fetch(`${appUrl}/api/auth/csrf`)
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const answer = await fetch(`${appUrl}/api/auth/callback/credentials`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookiesOf(csrf) },
    body: new URLSearchParams({
      csrfToken,
      email: 'viewer@example.com',
      password: 'northwind-demo',
    }),
  })
  return cookiesOf(answer)
}

const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
