// `listen`: sends a tenant's events to a receiver under development and prints a line for each attempt.
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { z } from 'zod'
import { createSandbox } from '../index.ts'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { ask, attemptLine, followWire, tenantOfKey } from './sandbox-client.ts'

const endpointSchema = z.object({ id: z.string(), url: z.string(), secret: z.string() })

/** @param apiKey a key of the tenant whose events to forward. */
export async function listen(
  sandboxUrl: string,
  forwardTo: string,
  apiKey: string = DEMO_TENANT.apiKey,
): Promise<void> {
  if (!(await isRunning(sandboxUrl))) await startHere(sandboxUrl)
  const { tenantId } = await tenantOfKey(sandboxUrl, apiKey)
  const { id, url, secret } = await ask(
    sandboxUrl,
    'POST',
    `/sandbox/tenants/${tenantId}/endpoints`,
    endpointSchema,
    { url: forwardTo },
  )
  const remove = async () => {
    await ask(sandboxUrl, 'DELETE', `/sandbox/endpoints/${id}`, z.null())
    process.exit(0)
  }
  process.on('SIGINT', remove)
  process.on('SIGTERM', remove)
  const exchanges = await followWire(sandboxUrl)
  print(`Sandbox         ${sandboxUrl}`)
  print(`Forwarding to   ${url}`)
  print(`Signing secret  ${secret}`)
  print(`In another terminal: verification-sandbox trigger inquiry.approved`)
  for await (const exchange of exchanges) {
    if (exchange.direction === 'delivery' && exchange.url === url) print(attemptLine(exchange))
  }
}

async function isRunning(sandboxUrl: string): Promise<boolean> {
  const answer = await fetch(`${sandboxUrl}/sandbox/health`).catch(() => null)
  return answer?.ok === true
}

/** Starts a sandbox in memory that runs as long as this command. */
async function startHere(sandboxUrl: string): Promise<void> {
  const { port, hostname } = new URL(sandboxUrl)
  const sandbox = createSandbox({ publicUrl: sandboxUrl, allowLoopbackHttp: true })
  const seeded = sandbox.store.endpoints.require(DEMO_TENANT.endpointId)
  // The seeded endpoint has no receiver here, so it would only record failed deliveries.
  sandbox.preparation.removeEndpoint(seeded)
  const server = createServer(getRequestListener(sandbox.app.fetch))
  await new Promise<void>((resolve) => server.listen(Number(port || 80), hostname, resolve))
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
