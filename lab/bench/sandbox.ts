// Measures the sandbox's opens and status reads per second, compared with a server that stores nothing. The sandbox stores on
// disk.
import { fileURLToPath } from 'node:url'
import type autocannon from 'autocannon'
import { z } from 'zod'
import { FOLDER, freePorts, NODE, ProgramPart } from '../load/parts.ts'
import { sandboxAt } from '../load/stack.ts'
import { compare } from './rounds.ts'

const ROUNDS = { seconds: 4, warmUpSeconds: 3 }
const READ_INQUIRIES = 500
const INQUIRIES = '/api/v1/customer/inquiries'

const tenantSchema = z.object({ apiKey: z.string(), templateId: z.string() })
const openedSchema = z.object({ inquiryId: z.string() })

export async function benchSandbox(): Promise<void> {
  const [sandboxPort, statelessPort] = await freePorts(2)
  const sandboxUrl = `http://localhost:${sandboxPort}`
  const urls = { 'stores nothing': `http://127.0.0.1:${statelessPort}`, sandbox: sandboxUrl }
  await sandboxAt(sandboxUrl, { SANDBOX_PORT: String(sandboxPort), DATA_DIR: FOLDER }).start()
  const stateless = fileURLToPath(new URL('./stateless-server.ts', import.meta.url))
  await new ProgramPart(
    'stateless',
    () => ({
      command: [NODE, '--import', 'tsx', stateless],
      env: { ...process.env, PORT: String(statelessPort) },
    }),
    (program) => program.answers(urls['stores nothing']),
  ).start()

  const open = await openRequest(sandboxUrl)
  const reads: autocannon.Request[] = []
  while (reads.length < READ_INQUIRIES) {
    const response = await fetch(sandboxUrl + INQUIRIES, open)
    const { inquiryId } = openedSchema.parse(await response.json())
    reads.push({ path: `${INQUIRIES}/${inquiryId}`, headers: open.headers })
  }
  await compare('Opens', urls, [{ ...open, path: INQUIRIES }], ROUNDS)
  await compare('Status reads', urls, reads, ROUNDS)
}

/** Uses a tenant without a rate limit. Otherwise the limit would be measured instead of the server. */
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
