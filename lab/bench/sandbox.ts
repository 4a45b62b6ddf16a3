/**
 * The sandbox next to a mock that Prism makes from the sandbox's OpenAPI document: opens and status reads per second,
 * in alternating rounds of one run. The sandbox stores every inquiry on disk; the mock stores nothing.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { z } from 'zod'
import { findFreePort } from '../../scripts/ports.ts'
import { CONNECTIONS } from './load.ts'
import { requireOwnPackage } from './own-package.ts'
import { newFolder, start } from './processes.ts'
import { median, printTable } from './report.ts'

const ROUNDS = 5
const ROUND_SECONDS = 4
const WARM_UP_SECONDS = 3
const READ_INQUIRIES = 500
const START_TIMEOUT_MS = 60_000
const INQUIRIES = '/api/v1/customer/inquiries'
const CLI = '@stoplight/prism-cli/dist/index.js'

const tenantSchema = z.object({ apiKey: z.string(), templateId: z.string() })
const openedSchema = z.object({ inquiryId: z.string() })

type Tenant = z.infer<typeof tenantSchema>
type Load = (url: string, seconds: number) => Promise<Round>
interface Round {
  perSecond: number
  p99Ms: number
  failures: number
}

export async function benchSandbox(): Promise<void> {
  const sandboxUrl = await startSandbox()
  const prismUrl = await startPrism(sandboxUrl)
  const tenant = await createTenant(sandboxUrl)
  const inquiryIds = await openMany(sandboxUrl, tenant)

  const rows = []
  for (const [what, load] of [
    ['opens', opens(tenant)],
    ['status reads', reads(tenant, inquiryIds)],
  ] as const) {
    const { ours, prism } = await inTurns(load, { ours: sandboxUrl, prism: prismUrl })
    const row = (server: string, { perSecond, p99Ms, failures }: Round) => ({
      what,
      server,
      'per second': Math.round(perSecond),
      'of Prism': (perSecond / prism.perSecond).toFixed(1),
      'p99 ms': p99Ms,
      failures,
    })
    rows.push(row('sandbox (stateful)', ours), row('Prism (stateless)', prism))
  }
  printTable(
    `The sandbox and a mock, ${ROUNDS} rounds of ${ROUND_SECONDS} s each, alternating, median`,
    rows,
  )
}

/** Starts it with its journal on disk, as in `npm run demo`. */
async function startSandbox(): Promise<string> {
  const port = await findFreePort()
  await start(
    'sandbox',
    ['--import', 'tsx', 'sandbox/main.ts'],
    { SANDBOX_PORT: `${port}`, DATA_DIR: newFolder() },
    /^sandbox ready/,
  )
  return `http://localhost:${port}`
}

/** Starts it silently, because logging every request would slow Prism down. */
async function startPrism(sandboxUrl: string): Promise<string> {
  const prism = await requireOwnPackage('prism')
  const document = join(newFolder(), 'openapi.json')
  const response = await fetch(`${sandboxUrl}/openapi.json`)
  writeFileSync(document, await response.text())
  const port = await findFreePort()
  const args = [join(prism, CLI), 'mock', document, '--port', `${port}`, '--verboseLevel', 'silent']
  await start('prism', args, {}, /Starting Prism/)
  const url = `http://127.0.0.1:${port}`
  const endsAtMs = Date.now() + START_TIMEOUT_MS
  while (!(await answers(url))) {
    if (Date.now() > endsAtMs) throw new Error('Prism did not start')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return url
}

async function answers(url: string): Promise<boolean> {
  try {
    await fetch(url)
    return true
  } catch {
    return false
  }
}

/** Has no rate limit, because that would be measured instead of the server. */
async function createTenant(sandboxUrl: string): Promise<Tenant> {
  const response = await fetch(`${sandboxUrl}/sandbox/tenants`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Benchmark', rateLimitPerMinute: null }),
  })
  return tenantSchema.parse(await response.json())
}

async function openMany(sandboxUrl: string, tenant: Tenant): Promise<string[]> {
  const open = async () => {
    const response = await fetch(sandboxUrl + INQUIRIES, openRequest(tenant))
    return openedSchema.parse(await response.json()).inquiryId
  }
  const inquiryIds: string[] = []
  while (inquiryIds.length < READ_INQUIRIES) inquiryIds.push(await open())
  return inquiryIds
}

function openRequest({ apiKey, templateId }: Tenant) {
  return {
    method: 'POST' as const,
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      inquiryTemplateId: templateId,
      referenceId: 'benchmark',
      note: 'One of many.',
    }),
  }
}

function opens(tenant: Tenant): Load {
  return (url, seconds) => fire(url, seconds, [{ path: INQUIRIES, ...openRequest(tenant) }])
}

function reads({ apiKey }: Tenant, inquiryIds: readonly string[]): Load {
  const requests = inquiryIds.map((inquiryId) => ({
    method: 'GET' as const,
    path: `${INQUIRIES}/${inquiryId}`,
    headers: { 'x-api-key': apiKey },
  }))
  return (url, seconds) => fire(url, seconds, requests)
}

async function fire(url: string, seconds: number, requests: autocannon.Request[]): Promise<Round> {
  const {
    requests: counted,
    latency,
    non2xx,
    errors,
    timeouts,
  } = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    requests,
  })
  return {
    perSecond: counted.average,
    p99Ms: latency.p99,
    failures: non2xx + errors + timeouts,
  }
}

async function inTurns(load: Load, urls: { ours: string; prism: string }) {
  for (const url of Object.values(urls)) await load(url, WARM_UP_SECONDS)
  const rounds: { ours: Round[]; prism: Round[] } = { ours: [], prism: [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.ours.push(await load(urls.ours, ROUND_SECONDS))
    rounds.prism.push(await load(urls.prism, ROUND_SECONDS))
  }
  return { ours: summarise(rounds.ours), prism: summarise(rounds.prism) }
}

function summarise(rounds: readonly Round[]): Round {
  return {
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
    failures: rounds.reduce((sum, { failures }) => sum + failures, 0),
  }
}
