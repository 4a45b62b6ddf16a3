// A service with one mistake: the sandbox behind a proxy that changes its requests, responses, deliveries or state.
import { createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { createSandbox, type Sandbox } from '../../index.ts'
import { hashApiKey } from '../../service/authentication.ts'
import type { ApiKey, Endpoint, Inquiry } from '../../state/entities.ts'
import { isRecord } from '../expectations.ts'
import { parseJson } from '../http.ts'

export type Json = Record<string, unknown>

export interface Call {
  route: 'open' | 'status' | 'documents' | 'other'
  method: string
  /** Includes the query. */
  path: string
  headers: Record<string, string>
  /** Empty unless the body is a JSON object. */
  body: Json
  /** The inquiry in the path, or in the flow's Authorization header. */
  inquiryId: string
}

export interface Answer {
  status: number
  headers: Record<string, string>
  body: Json
  bytes: Buffer
}

/** Passes the call to the sandbox, optionally with parts replaced. */
export type Next = (replaced?: Partial<Call>) => Promise<Answer>

export type Event = z.infer<typeof eventSchema>

/** One of the sandbox's attempts to deliver an event. */
export interface Attempt {
  event: Event
  bytes: Buffer
  headers: Record<string, string>
  endpoint: Endpoint
  /** Null if the event isn't about an inquiry. */
  inquiry: Inquiry | null
  /** The endpoint's URL. */
  url: string
  /** 1 for the first attempt at this endpoint. */
  number: number
  /** Earlier events at this endpoint, oldest first. */
  earlier: Event[]
}

/** Delivers to the receiver. Signs a changed body again, and leaves out an empty header. @returns the receiver's status */
export type Send = (
  changed?: Buffer | Event | null,
  headers?: Record<string, string>,
) => Promise<number>

/** A wrong service's difference. Created anew for each run, because it may keep state. */
export interface Mistake {
  call?: (call: Call, next: Next, world: World) => Promise<Answer>
  deliver?: (attempt: Attempt, send: Send, world: World) => Promise<number>
}

/** The sandbox with its state, and the calls that a mistake may make. */
export interface World extends Sandbox {
  keyOf(call: Call): ApiKey | undefined
  /** Calls with the key of the inquiry's own merchant. */
  asOwner(inquiry: Inquiry, path?: string): Promise<Answer>
  control(method: string, path: string, body?: Json): Promise<Answer>
  /** Sends an additional event. */
  send(endpoint: Endpoint, event: Event): Promise<number>
}

export interface RunningProxy {
  baseUrl: string
  controlUrl: string
  stop(): Promise<void>
}

const INQUIRIES = '/api/v1/customer/inquiries'
const JSON_TYPE = { 'content-type': 'application/json' }
const DELIVERIES_TO = '/deliveries-to/'
const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  createdAt: z.string(),
  data: z.record(z.string(), z.unknown()),
})

export const text = (value: unknown): string => (typeof value === 'string' ? value : '')
export const recordIn = (body: Json, field: string): Json => {
  const value = body[field]
  return isRecord(value) ? value : {}
}
const toBytes = (body: unknown) => Buffer.from(JSON.stringify(body))

export function answer(status: number, body: Json = {}): Answer {
  return { status, headers: JSON_TYPE, body, bytes: toBytes(body) }
}

export function withBody(given: Answer, more: Json): Answer {
  const body = { ...given.body, ...more }
  return { ...given, body, bytes: toBytes(body) }
}

export function signature(bytes: Buffer, secret: string): Record<string, string> {
  return {
    'x-service-signature': `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`,
  }
}

/** @param settings gap settings for every tenant */
export async function startProxy(
  mistake: Mistake,
  settings: Record<string, string> = {},
): Promise<RunningProxy> {
  const server = createServer(async (request, response) => {
    const { method = 'GET', url: path = '/' } = request
    const bytes = await buffer(request)
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    if (path.startsWith(DELIVERIES_TO)) {
      response.writeHead(await receive(path, bytes, headers)).end()
      return
    }
    const passed = await pass({ method, path, headers }, bytes)
    response.writeHead(passed.status, passed.headers).end(passed.bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  const baseUrl = `http://localhost:${address.port}`
  const sandbox = createSandbox({
    publicUrl: baseUrl,
    seedFile: { settings, tenants: [] },
  })
  const firstKeys = new Map<unknown, string>()
  const deliveredTo = new Map<string, Event[]>()
  const world: World = {
    ...sandbox,
    keyOf: ({ headers }) =>
      sandbox.store.apiKeys.listBy('hash', hashApiKey(headers['x-api-key'] ?? ''))[0],
    asOwner({ id, tenantId }, path = '') {
      const headers = { 'x-api-key': firstKeys.get(tenantId) ?? '' }
      return ask({ method: 'GET', path: `${INQUIRIES}/${id}${path}`, headers })
    },
    control: (method, path, body) =>
      ask(
        { method, path: `/sandbox${path}`, headers: JSON_TYPE },
        body ? toBytes(body) : undefined,
      ),
    send(endpoint, event) {
      const own = { ...JSON_TYPE, 'x-service-delivery-id': randomUUID() }
      const bytes = toBytes(event)
      return post(receiverOf(endpoint.url), bytes, { ...own, ...signature(bytes, endpoint.secret) })
    },
  }

  async function ask(
    { method, path, headers }: Pick<Call, 'method' | 'path' | 'headers'>,
    bytes?: Buffer,
  ): Promise<Answer> {
    const { host, connection, 'content-length': _, ...kept } = headers
    const request = new Request(baseUrl + path, {
      method,
      headers: kept,
      ...(bytes && bytes.length > 0 && method !== 'GET' ? { body: new Uint8Array(bytes) } : {}),
    })
    const answered = await sandbox.app.fetch(request)
    const { 'content-length': _length, ...shown } = Object.fromEntries(answered.headers)
    const content = Buffer.from(await answered.arrayBuffer())
    return { status: answered.status, headers: shown, bytes: content, body: bodyOf(content) }
  }

  async function pass(
    given: Pick<Call, 'method' | 'path' | 'headers'>,
    bytes: Buffer,
  ): Promise<Answer> {
    const body = bodyOf(bytes)
    const call = { ...given, ...routeOf(given), body }
    const next: Next = async (replaced = {}) => {
      const asked = { ...call, ...replaced }
      const prepared = asked.path.startsWith('/sandbox/tenants') ? prepare(asked) : asked.body
      const answered = await ask(asked, prepared === body ? bytes : toBytes(prepared))
      if (asked.path === '/sandbox/tenants')
        firstKeys.set(answered.body.tenantId, text(answered.body.apiKey))
      return answered
    }
    return mistake.call ? mistake.call(call, next, world) : next()
  }

  /** Gives new tenants the settings, and routes endpoints at the suite's receiver through the proxy. */
  function prepare({ method, path, body }: Call): Json {
    if (method !== 'POST') return body
    const field = path === '/sandbox/tenants' ? 'webhookUrl' : 'url'
    const [, port, rest] = /^http:\/\/127\.0\.0\.1:(\d+)\/(.*)$/.exec(text(body[field])) ?? []
    return {
      ...(field === 'url' ? {} : { settings }),
      ...body,
      ...(port ? { [field]: `${baseUrl}${DELIVERIES_TO}${port}/${rest}` } : {}),
    }
  }

  async function receive(path: string, bytes: Buffer, given: Json): Promise<number> {
    const endpoint = sandbox.store.endpoints
      .values()
      .find(({ url, removedAt }) => removedAt === null && url === baseUrl + path)
    const event = eventSchema.safeParse(parseJson(bytes.toString()))
    if (!endpoint || !event.success) return 500
    const names = ['content-type', 'x-service-signature', 'x-service-delivery-id']
    const headers = Object.fromEntries(names.map((name) => [name, text(given[name])]))
    const earlier = deliveredTo.get(path) ?? []
    deliveredTo.set(path, [...earlier, event.data])
    const url = receiverOf(path)
    const attempt: Attempt = {
      event: event.data,
      bytes,
      headers,
      endpoint,
      inquiry: sandbox.store.inquiries.get(text(event.data.data.inquiryId)),
      url,
      number: 1 + earlier.filter(({ id }) => id === event.data.id).length,
      earlier,
    }
    const send: Send = (changed = null, replaced = {}) => {
      if (changed === null) return post(url, bytes, { ...headers, ...replaced })
      const body = Buffer.isBuffer(changed) ? changed : toBytes(changed)
      return post(url, body, { ...headers, ...signature(body, endpoint.secret), ...replaced })
    }
    return mistake.deliver ? mistake.deliver(attempt, send, world) : send()
  }

  return {
    baseUrl,
    controlUrl: `${baseUrl}/sandbox`,
    async stop() {
      await sandbox.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function bodyOf(bytes: Buffer): Json {
  const json = parseJson(bytes.toString())
  return isRecord(json) ? json : {}
}

/** The URL of the suite's receiver, from the proxy's URL for it. */
function receiverOf(url: string): string {
  return `http://127.0.0.1:${url.split(DELIVERIES_TO)[1]}`
}

async function post(url: string, body: Buffer, headers: Record<string, string>): Promise<number> {
  const given = Object.entries(headers).filter(([, value]) => value !== '')
  const request = { method: 'POST', headers: given, body: new Uint8Array(body) }
  // The suite may have ended, and its receiver too.
  const answered = await fetch(url, request).catch(() => null)
  await answered?.arrayBuffer()
  return answered?.status ?? 502
}

function routeOf({ method, path, headers }: Pick<Call, 'method' | 'path' | 'headers'>) {
  const { pathname } = new URL(path, 'http://localhost')
  const [, id = '', rest = ''] =
    /^\/api\/v1\/customer\/inquiries(?:\/([^/]+)(\/documents)?)?$/.exec(pathname) ?? []
  const [, controlled = ''] = /^\/sandbox\/inquiries\/([\w-]+)/.exec(pathname) ?? []
  const inFlow = pathname.startsWith('/flow/')
    ? (headers.authorization ?? '').replace('Bearer ', '')
    : ''
  const inquiryId = decodeURIComponent(id) || controlled || inFlow
  if (pathname === INQUIRIES && method === 'POST') return { route: 'open' as const, inquiryId }
  if (id === '' || method !== 'GET') return { route: 'other' as const, inquiryId }
  return { route: rest ? ('documents' as const) : ('status' as const), inquiryId }
}
