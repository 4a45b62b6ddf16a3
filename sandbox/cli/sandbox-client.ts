// Calls a running sandbox, and formats the exchanges on its wire.
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { fail } from '../server.ts'

const POLL_MS = 200

const exchangeSchema = z.object({
  sequence: z.number(),
  at: z.string(),
  direction: z.enum(['request', 'delivery']),
  method: z.string(),
  url: z.string(),
  inquiryId: z.string().nullable(),
  status: z.number().nullable(),
  failure: z.string().nullable(),
  durationMs: z.number(),
  fault: z.string().nullable(),
  requestBody: z.object({ content: z.string() }),
  delivery: z.object({ deliveryId: z.string(), attempt: z.number() }).nullable(),
})
export type Exchange = z.infer<typeof exchangeSchema>
export const exchangesSchema = z.object({ exchanges: z.array(exchangeSchema) })

const keySchema = z.object({ tenantId: z.string(), templateIds: z.array(z.string()) })
const endpointsSchema = z.object({
  endpoints: z.array(z.object({ id: z.string(), url: z.string(), name: z.string().nullable() })),
})
const eventSchema = z.object({ type: z.string() })

/** Calls the control API or the merchant API. If the response isn't 2xx, the command ends with one line and code 2. */
export async function ask<T>(
  sandboxUrl: string,
  method: string,
  path: string,
  schema: z.ZodType<T>,
  body?: object,
  headers: Record<string, string> = {},
): Promise<T> {
  const response = await fetch(sandboxUrl + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch(() =>
    fail(`No sandbox is running at ${sandboxUrl}. Start one, or set its URL with --sandbox.`, 2),
  )
  const text = await response.text()
  // The merchant API's errors may be HTML (N3), the control API's may not.
  if (path.startsWith('/sandbox/') && text !== '' && !isJson(response)) {
    fail(`What runs at ${sandboxUrl} is not a sandbox. Set the sandbox's URL with --sandbox.`, 2)
  }
  if (!response.ok) fail(`${method} ${path} returned ${response.status}: ${text}`, 2)
  return schema.parse(text === '' ? null : JSON.parse(text))
}

function isJson(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('application/json') ?? false
}

/** The key's tenant, and the templates from which it can open inquiries. */
export async function tenantOfKey(
  sandboxUrl: string,
  apiKey: string,
): Promise<{ tenantId: string; templateIds: string[] }> {
  const path = '/sandbox/keys/current'
  return ask(sandboxUrl, 'GET', path, keySchema, undefined, { 'x-api-key': apiKey })
}

export async function endpointsOf(
  sandboxUrl: string,
  tenantId: string,
): Promise<{ id: string; url: string; name: string | null }[]> {
  const path = `/sandbox/tenants/${tenantId}/endpoints`
  return (await ask(sandboxUrl, 'GET', path, endpointsSchema)).endpoints
}

/** Yields each new exchange, and ends the command when the sandbox stops. */
export async function followWire(sandboxUrl: string): Promise<AsyncIterable<Exchange>> {
  const { exchanges } = await ask(sandboxUrl, 'GET', '/sandbox/wire?last=1', exchangesSchema)
  return exchangesAfter(sandboxUrl, exchanges.at(-1)?.sequence ?? 0)
}

async function* exchangesAfter(sandboxUrl: string, sequence: number): AsyncGenerator<Exchange> {
  for (let after = sequence; ; await setTimeout(POLL_MS)) {
    const response = await fetch(`${sandboxUrl}/sandbox/wire?after=${after}`).catch(() =>
      fail(`The sandbox at ${sandboxUrl} has stopped.`),
    )
    for (const exchange of exchangesSchema.parse(await response.json()).exchanges) {
      after = exchange.sequence
      yield exchange
    }
  }
}

/** `10:00:05  inquiry.approved → 200 in 12 ms  (attempt 1, delivery 5f0c…, to http://localhost:5000/)` */
export function attemptLine(exchange: Exchange): string {
  const { delivery, fault, failure, url } = exchange
  const start = `${timeOf(exchange)}  ${eventType(exchange)} →`
  // This is often the seeded endpoint, while no app is running.
  if (failure === 'ECONNREFUSED') return `${start} no receiver is running at ${url}`
  const details = [
    delivery && `attempt ${delivery.attempt}, delivery ${delivery.deliveryId}`,
    fault && `fault ${fault}`,
    `to ${url}`,
  ].filter(Boolean)
  return `${start} ${answerOf(exchange)}  (${details.join(', ')})`
}

/** `← 10:00:05  GET /api/v1/… → 200 in 3 ms` for a request. A delivery's line begins with `→`. */
export function wireLine(exchange: Exchange): string {
  if (exchange.direction === 'delivery') return `→ ${attemptLine(exchange)}`
  const { method, url, fault } = exchange
  const how = fault === null ? '' : `  (fault ${fault})`
  return `← ${timeOf(exchange)}  ${method} ${url} → ${answerOf(exchange)}${how}`
}

function timeOf({ at }: Exchange): string {
  return at.slice(11, 19)
}

function answerOf({ status, failure, durationMs }: Exchange): string {
  return `${status ?? failure ?? 'no answer'} in ${Math.round(durationMs)} ms`
}

/** A fault may have garbled the body, so parsing can fail. */
function eventType({ requestBody }: Exchange): string {
  try {
    return eventSchema.parse(JSON.parse(requestBody.content)).type
  } catch {
    return 'an unreadable event'
  }
}
