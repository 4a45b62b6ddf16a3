// `listen`: forwards a tenant's events to a receiver under development, and prints a line for each attempt.
import { z } from 'zod'
import { createSandbox } from '../embed.ts'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { fail } from '../server.ts'
import { ask, attemptLine, endpointsOf, followWire, tenantOfKey } from './sandbox-client.ts'

/** Marks the endpoints that this command registers. */
const NAME = 'listen'
const endpointSchema = z.object({ id: z.string(), url: z.string(), secret: z.string() })

/**
 * @param isNamed whether the command line names the sandbox. If it does, the command starts none of its own.
 * @param apiKey a key of the tenant whose events to forward
 */
export async function listen(
  knownUrl: string,
  isNamed: boolean,
  forwardTo: string,
  apiKey: string = DEMO_TENANT.apiKey,
): Promise<void> {
  const sandboxUrl = isNamed || (await isRunning(knownUrl)) ? knownUrl : await startAt(knownUrl)
  const { tenantId } = await tenantOfKey(sandboxUrl, apiKey)
  const removeEndpoint = (id: string) =>
    ask(sandboxUrl, 'DELETE', `/sandbox/endpoints/${id}`, z.null())
  const endpoints = await endpointsOf(sandboxUrl, tenantId)
  // Removes the endpoint of an earlier run. If that run still runs, it gets no more events.
  for (const { id, name, url } of endpoints) {
    if (name !== NAME) continue
    await removeEndpoint(id)
    print(`Replaced        a listen that forwarded to ${url}`)
  }
  const twin = endpoints.find((each) => each.name !== NAME && each.url === new URL(forwardTo).href)
  const { id, url, secret } = await ask(
    sandboxUrl,
    'POST',
    `/sandbox/tenants/${tenantId}/endpoints`,
    endpointSchema,
    { url: forwardTo, name: NAME },
  )
  const remove = async () => {
    await removeEndpoint(id)
    process.exit(0)
  }
  process.on('SIGINT', remove)
  process.on('SIGTERM', remove)
  const exchanges = await followWire(sandboxUrl)
  print(`Sandbox         ${sandboxUrl}`)
  print(`Forwarding to   ${url}`)
  print(`Signing secret  ${secret}  (another in each run)`)
  if (twin) {
    print(
      `It was registered before, so each event arrives twice. Remove endpoint ${twin.id} in the portal.`,
    )
  }
  const key = apiKey === DEMO_TENANT.apiKey ? '' : 'SANDBOX_API_KEY=… '
  print(
    `In another terminal: ${key}npx verification-sandbox trigger inquiry.approved --sandbox ${sandboxUrl}`,
  )
  for await (const exchange of exchanges) {
    if (exchange.direction === 'delivery' && exchange.url === url) print(attemptLine(exchange))
  }
}

/** Starts a sandbox in memory, which ends with this command. */
async function startAt(sandboxUrl: string): Promise<string> {
  const port = Number(new URL(sandboxUrl).port || 80)
  return createSandbox()
    .listen(port)
    .catch(() => fail(`No sandbox answers at ${sandboxUrl}, and port ${port} can't be used.`, 2))
}

async function isRunning(sandboxUrl: string): Promise<boolean> {
  const answer = await fetch(`${sandboxUrl}/sandbox/health`).catch(() => null)
  return answer?.ok === true
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
