// A service that is wrong in one way: the sandbox behind a proxy that changes requests, responses and deliveries. It knows
// the sandbox by HTTP only, so a change of the sandbox's code doesn't break it.
import { createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { createSandbox } from '../../index.ts'
import { isRecord } from '../expectations.ts'
import { parseJson } from '../http.ts'

export type Json = Record<string, unknown>

export interface Call {
  route: 'open' | 'status' | 'documents' | 'other'
  method: string
  /** With its query. */
  path: string
  headers: Record<string, string>
  /** Empty unless it's a JSON object. */
  body: Json
  /** The inquiry in the path, or in the flow's Authorization. */
  inquiryId: string
}

export interface Answer {
  status: number
  headers: Record<string, string>
  body: Json
  bytes: Buffer
}

/** Asks the sandbox, after some parts of the call were replaced. */
export type Next = (replaced?: Partial<Call>) => Promise<Answer>

export interface Event {
  id: string
  type: string
  createdAt: string
  data: Json
}

/** One attempt of the sandbox to deliver an event. */
export interface Attempt {
  event: Event
  bytes: Buffer
  headers: Record<string, string>
  /** 1 for the first attempt at this endpoint. */
  number: number
  endpoint: Endpoint
}

/** A header that is undefined or empty isn't sent. */
type Headers = Record<string, string | undefined>

/** Delivers to the receiver, perhaps after a change. @returns the receiver's status */
export type Send = (bytes?: Buffer | Event, headers?: Headers) => Promise<number>

export interface Endpoint {
  id: string
  tenant: Tenant
  url: string
  /** Newest last. */
  secrets: string[]
  isRemoved: boolean
  /** Events that it accepted or refused, newest last. */
  attempts: Attempt[]
}

export interface Inquiry {
  id: string
  tenant: Tenant
  opened: Call
  /** Results recorded by the control API, oldest first. */
  results: Json[]
  /** Statuses that were ordered, oldest first. */
  statuses: string[]
  /** The last response to a read, as the sandbox gave it. */
  seen: Json
}

export interface Tenant {
  id: string
  keys: { id: string; apiKey: string; expiresAt: string | null; end: 'revoke' | 'expire' | null }[]
  endpoints: Endpoint[]
  inquiries: Inquiry[]
  templates: string[]
  /** With their template; a draft isn't published. */
  revisions: { id: string; templateId: string; isPublished: boolean; definition: Json }[]
}

/** What a wrong service does differently. A new one for each run, so that it can remember. */
export interface Mistake {
  call?: (call: Call, next: Next, world: World) => Promise<Answer>
  deliver?: (attempt: Attempt, send: Send, world: World) => Promise<number>
}

const INQUIRIES = '/api/v1/customer/inquiries'
const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  createdAt: z.string(),
  data: z.record(z.string(), z.unknown()),
})

export const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const record = (value: unknown): Json => (isRecord(value) ? value : {})
const list = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isRecord) : [])
export const recordIn = (body: Json, field: string): Json => record(body[field])
export const listIn = (body: Json, field: string): Json[] => list(body[field])

/** A JSON response. */
export function answer(status: number, body: Json = {}): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body, bytes: toBytes(body) }
}

export function withBody(given: Answer, body: Json): Answer {
  return { ...given, body, bytes: toBytes(body) }
}

function toBytes(body: Json | Event): Buffer {
  return Buffer.from(JSON.stringify(body))
}

/** What passed through the proxy so far, and ways to reach both sides. */
export class World {
  readonly tenants: Tenant[] = []
  readonly endpoints: Endpoint[] = []

  constructor(readonly ask: (call: Partial<Call>) => Promise<Answer>) {}

  async control(method: string, path: string, body?: Json): Promise<Json> {
    const headers = { 'content-type': 'application/json' }
    return (await this.ask({ method, path: `/sandbox${path}`, headers, ...(body && { body }) }))
      .body
  }

  async nowMs(tenant: Tenant): Promise<number> {
    return Date.parse(text((await this.control('GET', `/clock?tenantId=${tenant.id}`)).now))
  }

  tenantOf({ headers }: Call): Tenant | undefined {
    return this.tenants.find(({ keys }) => keys.some((key) => key.apiKey === headers['x-api-key']))
  }

  inquiry(id: unknown): Inquiry | undefined {
    const all = this.tenants.flatMap(({ inquiries }) => inquiries)
    return all.find((each) => each.id === id)
  }

  /** Asks as the inquiry's own merchant would. */
  async asOwner({ id, tenant }: Inquiry, path = ''): Promise<Answer> {
    const headers = { 'x-api-key': tenant.keys[0]?.apiKey ?? '' }
    return this.ask({ method: 'GET', path: `${INQUIRIES}/${id}${path}`, headers })
  }

  /** Sends an event of the mistake's own. */
  async send(endpoint: Endpoint, event: Event): Promise<number> {
    const headers = { 'x-service-delivery-id': randomUUID(), 'content-type': 'application/json' }
    return post(endpoint.url, toBytes(event), {
      ...headers,
      ...signature(toBytes(event), endpoint.secrets.at(-1) ?? ''),
    })
  }

  /** Remembers what a call has made. */
  learn(call: Call, { status, body }: Answer): void {
    if (status >= 300) return
    const [, kind = '', id = '', what = ''] =
      /^\/sandbox\/(\w+)\/?([\w-]*)\/?(\w*)/.exec(call.path) ?? []
    const tenant = this.tenants.find((each) => each.id === id)
    const inquiry = this.inquiry(call.inquiryId)
    if (call.route === 'open') {
      const owner = this.tenantOf(call)
      const opened = { id: text(body.inquiryId), opened: call, results: [], statuses: [], seen: {} }
      if (owner && !this.inquiry(opened.id)) owner.inquiries.push({ ...opened, tenant: owner })
    } else if (call.route === 'status' && inquiry) inquiry.seen = body
    else if (call.method === 'GET') return
    else if (kind === 'tenants' && id === '') this.#addTenant(call, body)
    else if (kind === 'tenants' && tenant && what === 'keys') {
      const expiresAt = text(call.body.expiresAt) || null
      tenant.keys.push({ id: text(body.id), apiKey: text(body.apiKey), expiresAt, end: null })
    } else if (kind === 'tenants' && tenant && what === 'templates')
      tenant.templates.push(text(body.id))
    else if (kind === 'tenants' && tenant && what === 'endpoints') this.#named(body, tenant)
    else if (kind === 'templates') {
      const owner = this.tenants.find(({ templates }) => templates.includes(id))
      const definition = recordIn(call.body, 'definition')
      owner?.revisions.push({ id: text(body.id), templateId: id, isPublished: false, definition })
    } else if (kind === 'revisions' && what === 'publish') {
      for (const { revisions } of this.tenants)
        for (const each of revisions) if (each.id === id) each.isPublished = true
    } else if (kind === 'keys') {
      for (const { keys } of this.tenants)
        for (const key of keys) if (key.id === id) key.end = what === 'revoke' ? 'revoke' : 'expire'
    } else if (kind === 'endpoints') this.#changeEndpoint(id, call.method, what, body)
    else if (kind === 'inquiries' && inquiry) {
      if (what === 'capabilities') inquiry.results.push(call.body)
      else inquiry.statuses.push(text(call.body.outcome) || text(call.body.status))
    }
  }

  #addTenant(call: Call, body: Json): void {
    const [id, templateId] = [text(body.tenantId), text(body.templateId)]
    const definition = recordIn(call.body, 'definition')
    const tenant: Tenant = {
      id,
      keys: [{ id: '', apiKey: text(body.apiKey), expiresAt: null, end: null }],
      endpoints: [],
      inquiries: [],
      templates: [templateId],
      revisions: [{ id: text(body.revisionId), templateId, isPublished: true, definition }],
    }
    this.tenants.push(tenant)
    this.#named(recordIn(body, 'endpoint'), tenant)
  }

  /** The newest endpoint has a URL since the request, and gets its id and secret from the response. */
  #named(body: Json, tenant: Tenant): void {
    const endpoint = this.endpoints.find(({ id }) => id === '')
    if (!endpoint || text(body.id) === '') return
    Object.assign(endpoint, { id: body.id, tenant, secrets: [text(body.secret)] })
    tenant.endpoints.push(endpoint)
  }

  #changeEndpoint(id: string, method: string, what: string, body: Json): void {
    const endpoint = this.endpoints.find((each) => each.id === id && !each.isRemoved)
    if (!endpoint) return
    if (method === 'DELETE') endpoint.isRemoved = true
    else if (what === 'rotate' || what === 'recreate') {
      endpoint.id = text(body.id) || endpoint.id
      endpoint.secrets.push(text(body.secret))
    }
  }
}

export interface RunningProxy {
  baseUrl: string
  controlUrl: string
  stop(): Promise<void>
}

/** @param settings gap settings of every tenant. */
export async function startProxy(
  mistake: Mistake,
  settings: Record<string, string> = {},
): Promise<RunningProxy> {
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request)
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    const path = request.url ?? '/'
    const [, endpoint] = /^\/deliveries-to\/(\d+)$/.exec(path) ?? []
    if (endpoint !== undefined) {
      response.writeHead(await receive(Number(endpoint), bytes, headers)).end()
      return
    }
    const passed = await pass({ method: request.method ?? 'GET', path, headers }, bytes)
    response.writeHead(passed.status, passed.headers).end(passed.bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  const baseUrl = `http://localhost:${address.port}`
  const sandbox = createSandbox({
    allowLoopbackHttp: true,
    publicUrl: baseUrl,
    seedFile: { settings, tenants: [] },
  })

  /** @param raw the body's bytes, unless the call has another body. */
  const ask = async (call: Partial<Call>, raw?: Buffer): Promise<Answer> => {
    const { method = 'GET', path = '', body } = call
    const { host, connection, 'content-length': _, ...headers } = call.headers ?? {}
    const content = raw ?? (body && method !== 'GET' ? toBytes(body) : undefined)
    const request = new Request(baseUrl + path, {
      method,
      headers,
      ...(content && content.length > 0 ? { body: new Uint8Array(content) } : {}),
    })
    const answered = await sandbox.app.fetch(request)
    const bytes = Buffer.from(await answered.arrayBuffer())
    return {
      status: answered.status,
      headers: Object.fromEntries(answered.headers),
      bytes,
      body: record(parseJson(bytes.toString())),
    }
  }
  const world = new World((call) => ask(call))

  async function pass(
    given: Pick<Call, 'method' | 'path' | 'headers'>,
    bytes: Buffer,
  ): Promise<Answer> {
    const body = record(parseJson(bytes.toString()))
    const call = { ...given, ...routeOf(given), body }
    const isRegistering = /^\/sandbox\/tenants(\/[\w-]+\/endpoints)?$/.test(call.path)
    const changed = call.method === 'POST' && isRegistering ? prepare(call) : call
    const next: Next = async (replaced = {}) => {
      const asked = { ...changed, ...replaced }
      const answered = await ask(asked, asked.body === body ? bytes : undefined)
      world.learn(asked, answered)
      return answered
    }
    const passed = await (mistake.call ? mistake.call(changed, next, world) : next())
    return { ...passed, headers: omit(passed.headers, 'content-length', 'transfer-encoding') }
  }

  /** New tenants have the settings, and endpoints at the suite's receiver are reached through the proxy. */
  function prepare(call: Call): Call {
    const field = call.path === '/sandbox/tenants' ? 'webhookUrl' : 'url'
    const body = field === 'url' ? call.body : { settings, ...call.body }
    const url = text(call.body[field])
    if (!url.startsWith('http://127.0.0.1:')) return { ...call, body }
    const nobody: Tenant = {
      id: '',
      keys: [],
      endpoints: [],
      inquiries: [],
      templates: [],
      revisions: [],
    }
    world.endpoints.push({
      id: '',
      tenant: nobody,
      url,
      secrets: [],
      isRemoved: false,
      attempts: [],
    })
    return {
      ...call,
      body: { ...body, [field]: `${baseUrl}/deliveries-to/${world.endpoints.length - 1}` },
    }
  }

  async function receive(at: number, bytes: Buffer, given: Json): Promise<number> {
    const endpoint = world.endpoints[at]
    const event = eventSchema.safeParse(parseJson(bytes.toString()))
    if (!endpoint || !event.success) return 500
    const headers = Object.fromEntries(
      ['content-type', 'x-service-signature', 'x-service-delivery-id'].map((name) => [
        name,
        text(given[name]),
      ]),
    )
    const number = 1 + endpoint.attempts.filter((each) => each.event.id === event.data.id).length
    const attempt: Attempt = { event: event.data, bytes, headers, number, endpoint }
    endpoint.attempts.push(attempt)
    const send: Send = (changed, replaced = {}) => {
      const body =
        changed === undefined ? bytes : Buffer.isBuffer(changed) ? changed : toBytes(changed)
      // Whatever is changed is signed again, unless the mistake is about the signature.
      const signed = changed === undefined ? {} : signature(body, endpoint.secrets.at(-1) ?? '')
      return post(endpoint.url, body, { ...headers, ...signed, ...replaced })
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

export function signature(bytes: Buffer, secret: string): Record<string, string> {
  return {
    'x-service-signature': `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`,
  }
}

async function post(url: string, bytes: Buffer, headers: Headers): Promise<number> {
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value ? [[name, value]] : [],
  )
  const answered = await fetch(url, { method: 'POST', headers: given, body: new Uint8Array(bytes) })
  await answered.arrayBuffer()
  return answered.status
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

function omit(headers: Record<string, string>, ...names: string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))
}
