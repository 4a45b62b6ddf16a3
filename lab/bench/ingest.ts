// Measures ingest: deliveries that are verified, stored and answered with 200, compared with a handler that only reads the body.
// It runs with 1,000 and with 1,000,000 stored events and inquiries.
import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type autocannon from 'autocannon'
import pg from 'pg'
import { Program } from '../../scripts/program.ts'
import { ROOT } from '../../scripts/settings.ts'
import { buildProject } from '../load/builds.ts'
import { signedHeaders } from '../load/events.ts'
import { bin, freePorts, NODE, ProgramPart } from '../load/parts.ts'
import { startStack } from '../load/stack.ts'
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
async function signedEvent(client: pg.Client, secret: string): Promise<autocannon.Request> {
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

/** An app of the same Next version. Without its own last two files, Next would use the project's. */
const BARE_APP = {
  'app/layout.js':
    'export default ({ children }) => <html lang="en"><body>{children}</body></html>\n',
  'app/api/bare/route.js': `export async function POST(request) {
  const body = await request.arrayBuffer()
  return Response.json({ bytes: body.byteLength })
}
`,
  'next.config.js': `export default { turbopack: { root: ${JSON.stringify(ROOT)} } }\n`,
  'instrumentation.js': 'export function register() {}\n',
  'proxy.js': `import { NextResponse } from 'next/server'
export const proxy = () => NextResponse.next()
export const config = { matcher: ['/((?!api/|_next/static).*)'] }
`,
}

/** @returns the URL of a handler that only reads the body */
async function startBareApp(): Promise<string> {
  // The folder is inside the project, so that Node finds the packages.
  const cwd = join(ROOT, '.data/lab-bare-app')
  rmSync(cwd, { recursive: true, force: true })
  for (const [file, text] of Object.entries(BARE_APP)) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true })
    writeFileSync(join(cwd, file), text)
  }
  const env = { ...process.env, NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1' }
  await new Program('build', [NODE, bin('next'), 'build'], { cwd, env }).succeed()
  const [port] = await freePorts(1)
  const url = `http://127.0.0.1:${port}/api/bare`
  const command = [NODE, bin('next'), 'start', '-p', String(port), '-H', '127.0.0.1']
  await new ProgramPart(
    'bare',
    () => ({ command, cwd, env }),
    // A GET counts as an answer: the handler returns 405.
    (program) => program.answers(url),
  ).start()
  return url
}
