// Measures the staff's pages over HTTP, with 1,000 and with 1,000,000 inquiries, events and events set aside.
import pg from 'pg'
import { signIn } from '../../e2e/fixtures/staff.ts'
import { launchBrowser } from '../load/browser.ts'
import { buildProject } from '../load/builds.ts'
import { freePorts } from '../load/parts.ts'
import { startStack } from '../load/stack.ts'
import { fillEvents, fillInquiries, NEWEST, pileUp } from './million.ts'
import { percentile } from './rounds.ts'

const SIZES = [1_000, 1_000_000] as const
const WARM_UP = 10
const SAMPLES = 60
/** No staff page may slow down as rows accumulate. */
const MAX_GROWTH = 1.5

export async function benchLists(): Promise<void> {
  await buildProject()
  const { sites, databaseUrl } = await startStack({
    appPorts: await freePorts(1),
    // So that due reads take hardly any of the machine's time.
    callsPerMinute: 60,
  })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const cookie = await staffCookie(sites[0])
  const times = new Map<string, number[]>()
  for (const size of SIZES) {
    await fillInquiries(client, size)
    await fillEvents(client, size)
    await pileUp(client, size)
    for (const [what, path] of Object.entries(await listPages(client)))
      times.set(what, [...(times.get(what) ?? []), await measure(sites[0] + path, cookie)])
  }
  await client.end()
  console.log(`Staff pages, median in ms; at most ${MAX_GROWTH} times as long with more rows`)
  console.table(
    [...times].map(([what, [few = 0, many = 0]]) => ({
      what,
      '1,000 rows': few.toFixed(1),
      '1,000,000 rows': many.toFixed(1),
      times: (many / few).toFixed(2),
    })),
  )
}

/** The paths of the pages that staff open. */
async function listPages(client: pg.Client): Promise<Record<string, string>> {
  const middle = async (rows: string, order: string) => {
    const found = await client.query<{ id: string; referenceId: string; statusSince: Date }>(
      `SELECT "id", "referenceId", "statusSince" FROM ${rows} ORDER BY ${order}
       OFFSET (SELECT count(*) / 2 FROM ${rows}) LIMIT 1`,
    )
    if (!found.rows[0]) throw new Error('The table is empty')
    return found.rows[0]
  }
  const newest = await client.query<{ id: string }>(NEWEST)
  const { id, referenceId } = await middle('"Inquiry"', '"id"')
  const queue = `"Inquiry" WHERE "status" = 'NEEDS_REVIEW'`
  const waiting = await middle(queue, '"statusSince", "id"')

  const list = (query: Record<string, string>) => `/admin/inquiries?${new URLSearchParams(query)}`
  return {
    home: '/admin',
    'first page': list({}),
    'middle page': list({ after: id }),
    'by status': list({ status: 'APPROVED' }),
    'waiting longest, middle page': list({
      tab: 'review',
      after: `${waiting.statusSince.toISOString()}~${waiting.id}`,
    }),
    'by reference': list({ q: referenceId }),
    'an inquiry with many events': `/admin/inquiries/${newest.rows[0]?.id}`,
    events: '/admin/events',
    'events set aside': '/admin/events?outcome=set_aside',
    audit: '/admin/audit',
    staff: '/admin/staff',
  }
}

/** @returns the median in ms */
async function measure(url: string, cookie: string): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < WARM_UP + SAMPLES; n++) {
    const startedAt = performance.now()
    const answer = await fetch(url, { headers: { cookie } })
    await answer.text()
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
    if (n >= WARM_UP) times.push(performance.now() - startedAt)
  }
  return percentile(times, 0.5)
}

export async function staffCookie(baseURL: string): Promise<string> {
  const browser = await launchBrowser()
  const page = await browser.newPage({ baseURL })
  await signIn(page, 'admin')
  const cookies = await page.context().cookies()
  await browser.close()
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}
