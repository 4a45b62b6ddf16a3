// The sandbox's opens and status reads per second, next to a server that stores nothing. The sandbox stores every inquiry on disk.
import { fileURLToPath } from 'node:url'
import type autocannon from 'autocannon'
import { z } from 'zod'
import { bin, freePorts, NODE } from '../load/parts.ts'
import { FOLDER, launch } from './programs.ts'
import { compare, printTable } from './rounds.ts'

const ROUNDS = { rounds: 5, seconds: 4, warmUpSeconds: 3 }
const READ_INQUIRIES = 500
const INQUIRIES = '/api/v1/customer/inquiries'

const tenantSchema = z.object({ apiKey: z.string(), templateId: z.string() })
const openedSchema = z.object({ inquiryId: z.string() })

export async function benchSandbox(): Promise<void> {
  const [sandboxPort, statelessPort] = await freePorts(2)
  const urls = {
    sandbox: `http://localhost:${sandboxPort}`,
    'stores nothing': `http://127.0.0.1:${statelessPort}`,
  }
  await launch('sandbox', [NODE, bin('verification-sandbox')], {
    env: { ...process.env, SANDBOX_PORT: String(sandboxPort), DATA_DIR: FOLDER },
  }).answers(urls.sandbox)
  const stateless = fileURLToPath(new URL('./stateless-server.ts', import.meta.url))
  await launch('stateless', [NODE, '--import', 'tsx', stateless], {
    env: { ...process.env, PORT: String(statelessPort) },
  }).answers(urls['stores nothing'])

  const open = await openRequest(urls.sandbox)
  const reads: autocannon.Request[] = []
  while (reads.length < READ_INQUIRIES) {
    const response = await fetch(urls.sandbox + INQUIRIES, open)
    const { inquiryId } = openedSchema.parse(await response.json())
    reads.push({ path: `${INQUIRIES}/${inquiryId}`, headers: open.headers })
  }

  const rows = []
  for (const [what, requests] of [
    ['opens', [{ ...open, path: INQUIRIES }]],
    ['status reads', reads],
  ] as const) {
    const measured = await compare(urls, [...requests], ROUNDS)
    const baseline = measured['stores nothing'].perSecond
    for (const [server, { perSecond, p99Ms, failures }] of Object.entries(measured))
      rows.push({
        what,
        server,
        'per second': Math.round(perSecond),
        ratio: (perSecond / baseline).toFixed(2),
        'p99 ms': p99Ms,
        failures,
      })
  }
  printTable(
    `The sandbox, ${ROUNDS.rounds} rounds of ${ROUNDS.seconds} s each, alternating, median`,
    rows,
  )
}

/** For a tenant without a rate limit, because that would be measured instead of the server. */
async function openRequest(sandboxUrl: string) {
  const response = await fetch(`${sandboxUrl}/sandbox/tenants`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Benchmark', rateLimitPerMinute: null }),
  })
  const { apiKey, templateId } = tenantSchema.parse(await response.json())
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
