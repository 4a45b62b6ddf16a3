/**
 * The staff list and its search over HTTP, at 1,000 and 1,000,000 inquiries: keyset paging next to offset paging, in one
 * run on one real PostgreSQL.
 */
import pg from 'pg'
import { startApp, startPostgres } from './processes.ts'
import { median, printTable } from './report.ts'

const SIZES = [1_000, 1_000_000]
const SAMPLES = 60

export async function benchLists(): Promise<void> {
  const databaseUrl = await startPostgres()
  const app = await startApp(databaseUrl)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const cookie = await signIn(app.url)
  const rows: Record<string, string | number>[] = []
  for (const size of SIZES) {
    await fill(client, size)
    const middle = await client.query<{ id: string; referenceId: string }>(
      'SELECT "id", "referenceId" FROM "Inquiry" ORDER BY "id" OFFSET $1 LIMIT 1',
      [Math.floor(size / 2)],
    )
    const { id, referenceId } = middle.rows[0] ?? { id: '', referenceId: '' }
    const page = (query: string) => () =>
      fetch(`${app.url}/admin/inquiries${query}`, { headers: { cookie } }).then(async (answer) => {
        if (answer.status !== 200) throw new Error(`HTTP ${answer.status}`)
        await answer.text()
      })
    rows.push({
      inquiries: size.toLocaleString('en'),
      'first page': await p50(page('')),
      'middle page': await p50(page(`?after=${id}`)),
      'by status': await p50(page('?status=APPROVED')),
      'by reference': await p50(page(`?search=${referenceId.slice(0, 20)}`)),
      'by note': await p50(page('?search=harbour')),
      'middle page by offset (SQL alone)': await p50(() =>
        client.query('SELECT * FROM "Inquiry" ORDER BY "id" DESC OFFSET $1 LIMIT 26', [
          Math.floor(size / 2),
        ]),
      ),
    })
  }
  await client.end()
  printTable(`The staff's list, p50 of ${SAMPLES} in ms`, rows)
}

async function p50(request: () => Promise<unknown>): Promise<string> {
  for (let n = 0; n < 10; n++) await request()
  const times: number[] = []
  for (let n = 0; n < SAMPLES; n++) {
    const startedAt = performance.now()
    await request()
    times.push(performance.now() - startedAt)
  }
  return median(times).toFixed(1)
}

/** Time-ordered ids, as the app makes them. One note in a thousand has the search word. */
async function fill(client: pg.Client, size: number): Promise<void> {
  await client.query('TRUNCATE "Inquiry" CASCADE')
  await client.query(
    `INSERT INTO "Inquiry" ("id", "referenceId", "inquiryId", "applicantHash", "product", "note", "noteWords",
       "openState", "openKey", "openBody", "correlationId", "status", "readAt", "decidedAt", "updatedAt",
       "createdAt")
     SELECT (lpad(to_hex(1767225600000 + n * 10), 12, '0') || '70008' || substr(md5(n::text), 1, 15))::uuid,
       'app-' || gen_random_uuid(), gen_random_uuid(), md5(n::text) || md5(n::text), 'everyday',
       CASE WHEN n % 1000 = 0 THEN 'Harbour branch' END,
       CASE WHEN n % 1000 = 0 THEN ARRAY['harbour', 'branch'] ELSE ARRAY[]::text[] END,
       'OPEN', gen_random_uuid(), '{}', gen_random_uuid(),
       (ARRAY['APPROVED', 'DECLINED', 'FAILED'])[1 + n % 3], now(), now(), now(), now()
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
