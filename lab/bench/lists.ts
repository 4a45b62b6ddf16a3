/**
 * The staff area's home and list over HTTP, with tabs, counts, orders and search, at 1,000 and 1,000,000 inquiries: keyset
 * paging next to offset paging, in one run on one real PostgreSQL.
 */
import pg from 'pg'
import { fillInquiries } from './growth-data.ts'
import { startApp, startPostgres } from './processes.ts'
import { median, printTable } from './report.ts'

const SIZES = [1_000, 1_000_000]
const SAMPLES = 60
/** No staff page may slow down as rows accumulate. */
const MAX_GROWTH = 1.2

export async function benchLists(): Promise<void> {
  const databaseUrl = await startPostgres()
  const app = await startApp(databaseUrl)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const cookie = await signIn(app.url)
  const columns: Record<string, number>[] = []
  for (const size of SIZES) {
    await fillInquiries(client, size)
    const lists = await listsOf({ appUrl: app.url, cookie, client })
    const column: Record<string, number> = {}
    for (const [what, open] of Object.entries(lists)) column[what] = median(await sample(open))
    columns.push(column)
  }
  await client.end()
  const [few = {}, many = {}] = columns
  printLists(few, many, SIZES)
}

export function printLists(
  few: Record<string, number>,
  many: Record<string, number>,
  [fewRows = 0, manyRows = 0]: number[],
): void {
  const named = (rows: number) => `${rows.toLocaleString('en')} inquiries`
  printTable(
    `Staff home and list, median in ms; at most ${MAX_GROWTH} times as long with more rows`,
    Object.keys(few).map((what) => {
      const [short = 0, long = 0] = [few[what], many[what]]
      return {
        what,
        [named(fewRows)]: short.toFixed(1),
        [named(manyRows)]: long.toFixed(1),
        times: (long / short).toFixed(2),
      }
    }),
  )
}

interface Site {
  appUrl: string
  cookie: string
  client: pg.Client
}

/** A request for each page that staff open. */
export async function listsOf({ appUrl, cookie, client }: Site) {
  const { id, referenceId } = await middleOf(client, '"Inquiry"', '"id"')
  const queue = `"Inquiry" WHERE "status" = 'NEEDS_REVIEW'`
  const waiting = await middleOf(client, queue, '"waitingSince", "id"')
  const { rows } = await client.query<{ half: number }>(
    'SELECT count(*)::int / 2 AS half FROM "Inquiry"',
  )
  const page = (path: string) => () =>
    fetch(`${appUrl}${path}`, { headers: { cookie } }).then(async (answer) => {
      if (answer.status !== 200) throw new Error(`HTTP ${answer.status}`)
      await answer.text()
    })
  const list = (query: Record<string, string>) =>
    page(`/admin/inquiries?${new URLSearchParams(query)}`)
  const cursor = `${waiting.waitingSince?.toISOString()}~${waiting.id}`
  return {
    home: page('/admin'),
    'first page, with counts': list({}),
    'middle page': list({ after: id }),
    'oldest first': list({ sort: 'oldest' }),
    'by status': list({ status: 'APPROVED' }),
    'by status and days': list({ status: 'APPROVED', from: '2026-01-01' }),
    'waiting longest': list({ status: 'NEEDS_REVIEW' }),
    'waiting longest, middle page': list({ status: 'NEEDS_REVIEW', after: cursor }),
    'by reference': list({ search: referenceId.slice(0, 20) }),
    'by short reference': list({ search: shortReferenceOf(referenceId) }),
    events: page('/admin/events'),
    'middle page by offset (SQL only)': () =>
      client.query('SELECT * FROM "Inquiry" ORDER BY "id" DESC OFFSET $1 LIMIT 26', [
        rows[0]?.half,
      ]),
  }
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
  if (!found[0]) throw new Error('The table is empty')
  return found[0]
}

/** The start of the UUID in Crockford's base 32, as the app shows it. */
function shortReferenceOf(referenceId: string): string {
  const bits = Number.parseInt(referenceId.slice(4, 12), 16).toString(2).padStart(32, '0')
  const letters = bits.slice(0, 30).match(/.{5}/g) ?? []
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  return `NW-${letters.map((letter) => alphabet[Number.parseInt(letter, 2)]).join('')}`
}

export async function sample(
  request: () => Promise<unknown>,
  samples = SAMPLES,
): Promise<number[]> {
  for (let n = 0; n < 10; n++) await request()
  const times: number[] = []
  for (let n = 0; n < samples; n++) {
    const startedAt = performance.now()
    await request()
    times.push(performance.now() - startedAt)
  }
  return times
}

export async function signIn(appUrl: string): Promise<string> {
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
