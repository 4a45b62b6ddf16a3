// The sandbox's control API. It stands in for what a person would do: the customer in the hosted flow, the operator in the
// portal, and time. Each check gets its own tenant and clock, so checks affect neither each other nor anyone else's data.
import { z } from 'zod'
import {
  type Answer,
  DAY_S,
  fieldOf,
  HOUR_S,
  isRecord,
  isSameId,
  MINUTE_S,
  Unreachable,
  Violation,
} from './expectations.ts'
import { type Http, parseJson } from './http.ts'
import { type Fields, Merchant } from './merchant.ts'
import type { Delivery, Receiver } from './receiver.ts'

export const APPROVAL = 'inquiry.approved'
/** The status that an event of this kind reports (W7). */
export const STATUS_OF_KIND: Readonly<Record<string, string>> = {
  [APPROVAL]: 'APPROVED',
  'inquiry.review_in_progress': 'NEEDS_REVIEW',
  'inquiry.declined': 'DECLINED',
}
export const ALL_KINDS = Object.keys(STATUS_OF_KIND)

export const CAPABILITIES = ['PERSONAL_INFO', 'PASSPORT_SCAN', 'FACE_MATCH']

export interface Definition {
  steps: string[]
  webhooks?: { subscribe: string[] }
}

export const USUAL_DEFINITION: Definition = {
  steps: CAPABILITIES,
  webhooks: { subscribe: ALL_KINDS },
}

/** How far the clock moves, step by step, until an event or a retry arrives. N5, N6, N8 and N10 allow it to be late. */
const EVENT_STEPS_S = [10, 5 * MINUTE_S, HOUR_S, DAY_S, 13 * DAY_S]
/** How far the clock moves, step by step, until a decision shows. N5 and N6 allow it to be late. */
const DECISION_STEPS_S = [10, MINUTE_S]

const endpointSchema = z.object({ id: z.string(), secret: z.string() })
const createdSchema = z.object({
  tenantId: z.string(),
  apiKey: z.string(),
  templateId: z.string(),
  revisionId: z.string(),
})
const tenantSchema = createdSchema.extend({ endpoint: endpointSchema })
const idSchema = z.object({ id: z.string() })
const keySchema = idSchema.extend({ apiKey: z.string() })
const clockSchema = z.object({ now: z.string() })
const deliveriesSchema = z.object({ deliveries: z.array(idSchema) })

export interface Endpoint {
  id: string
  secret: string
  /** The path of its URL, by which the receiver tells endpoints apart. */
  path: string
}

export interface TenantOptions {
  definition?: Definition
  /** Requests per minute for each key; unlimited by default. */
  rateLimitPerMinute?: number
}

export class Control {
  constructor(
    readonly http: Http,
    readonly baseUrl: string,
    /** Without a trailing slash, as in `http://localhost:4000/sandbox`. */
    readonly controlUrl: string,
    readonly receiver: Receiver,
  ) {}

  readonly #tenantIds: string[] = []

  /** Its endpoint is the suite's receiver, and its clock stands still unless a check moves it. */
  async createTenant(options: TenantOptions = {}): Promise<OwnTenant> {
    const path = `/${crypto.randomUUID()}`
    const { endpoint, ...created } = await this.ask('POST', '/tenants', tenantSchema, {
      name: 'Conformance suite',
      rateLimitPerMinute: null,
      webhookUrl: this.receiver.origin + path,
      ...options,
    })
    const { tenantId } = created
    this.#tenantIds.push(tenantId)
    await this.do('POST', '/clock/freeze', { tenantId })
    return new OwnTenant(this, created, { ...endpoint, path })
  }

  /** Deletes the tenants with all their data. What can't be deleted stays: the run is over. */
  async close(): Promise<void> {
    for (const id of this.#tenantIds) await this.call('DELETE', `/tenants/${id}`).catch(() => {})
    await this.receiver.close()
  }

  call(method: string, path: string, body?: unknown): Promise<Answer> {
    const shown = path.replace(/[0-9a-f-]{36}/g, '{id}')
    return this.http.send(`${method} /sandbox${shown}`, this.controlUrl + path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }

  /** Asks for something that a sandbox must be able to do. */
  async ask<T>(method: string, path: string, schema: z.ZodType<T>, body?: unknown): Promise<T> {
    const answer = await this.call(method, path, body)
    if (answer.status >= 300) throw new Violation(`control: ${answer.request}: ${answer.status}`)
    const parsed = schema.safeParse(answer.json)
    if (parsed.success) return parsed.data
    throw new Violation(`control: ${answer.request}: ${z.prettifyError(parsed.error)}`)
  }

  async do(method: string, path: string, body: object = {}): Promise<void> {
    await this.ask(method, path, z.unknown(), body)
  }
}

/** A tenant that one check has to itself: what its merchant can do, and what people and time would do. */
export class OwnTenant extends Merchant {
  constructor(
    readonly control: Control,
    readonly ids: z.infer<typeof createdSchema>,
    readonly endpoint: Endpoint,
  ) {
    super(control.http, control.baseUrl, ids)
  }

  /** How far the clock has moved since the key in use was created. */
  #keyAgeS = 0

  /** N34: a key may end by itself, so an old one that is refused is replaced. */
  protected override async send(...request: Parameters<Merchant['send']>): Promise<Answer> {
    const answer = await super.send(...request)
    if (answer.status !== 401 || this.#keyAgeS < DAY_S) return answer
    const { apiKey } = await this.createKey()
    this.how = { ...this.how, key: apiKey }
    this.#keyAgeS = 0
    return super.send(...request)
  }

  /** The Inquiry once it has this status, or as last read if it never does. */
  async readDecided(inquiryId: string, status: string): Promise<Record<string, unknown>> {
    let inquiry: Fields = {}
    await this.#advanceUntil(async () => {
      inquiry = await this.read(inquiryId)
      return inquiry.status === status
    }, DECISION_STEPS_S)
    return inquiry
  }

  // The hosted flow and decisions

  /** Completes the remaining capabilities on the customer's behalf and sets the outcome. */
  complete(inquiryId: string, outcome: string, how: object = {}): Promise<void> {
    return this.control.do('POST', `/inquiries/${inquiryId}/complete`, { outcome, ...how })
  }

  /** The same, and waits until it has this status. */
  async completed(inquiryId: string, status: string, how: object = {}): Promise<Fields> {
    await this.complete(inquiryId, status, how)
    return this.readDecided(inquiryId, status)
  }

  async openCompleted(status: string, how: object = {}, fields: Fields = {}): Promise<string> {
    const inquiryId = await this.open(fields)
    await this.completed(inquiryId, status, how)
    return inquiryId
  }

  /** Tries to complete an inquiry, or to record one result, and says whether that worked. */
  async can(how: 'complete' | 'capabilities', inquiryId: string, body: object): Promise<boolean> {
    return (await this.control.call('POST', `/inquiries/${inquiryId}/${how}`, body)).status < 300
  }

  /** Records one result of one capability. */
  record(inquiryId: string, result: object): Promise<void> {
    return this.control.do('POST', `/inquiries/${inquiryId}/capabilities`, result)
  }

  /** Decides in the portal (P4). */
  decide(inquiryId: string, status: string, note: string | null = null): Promise<void> {
    return this.control.do('POST', `/inquiries/${inquiryId}/decide`, { status, note })
  }

  /** The next open fails with this status and has no effect. */
  failNextOpen(status: number): Promise<void> {
    const { tenantId } = this.ids
    const match = { operation: 'open' }
    const fault = { target: 'api', kind: 'server-error', status, match, tenantId }
    return this.control.do('POST', '/faults', fault)
  }

  /** Uploads pictures or data to the sandbox's hosted flow, as its page does. @throws Unreachable if it has no such flow */
  async submit(inquiryId: string, path: string, content: FormData | object): Promise<void> {
    const isForm = content instanceof FormData
    const url = `${this.baseUrl}/flow/api${path}`
    const { status } = await this.control.http.send('PUT /flow/api', url, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${inquiryId}`,
        ...(isForm ? {} : { 'content-type': 'application/json' }),
      },
      body: isForm ? content : JSON.stringify(content),
    })
    if (status >= 300) throw new Unreachable("the sandbox's hosted flow accepts no uploads")
  }

  // The tenant's clock

  /**
   * Moves this tenant's clock. By the time this returns, every delivery that became due has been attempted.
   * @returns the new time, in milliseconds since the epoch
   */
  async advance(seconds: number): Promise<number> {
    const body = { seconds, tenantId: this.ids.tenantId }
    const { now } = await this.control.ask('POST', '/clock/advance', clockSchema, body)
    this.#keyAgeS += seconds
    return Date.parse(now)
  }

  /** Moves the clock, step by step, until something holds. @returns whether it ever did */
  async #advanceUntil(holds: () => Promise<boolean>, stepsS: readonly number[]): Promise<boolean> {
    for (const seconds of stepsS) {
      if (await holds()) return true
      await this.advance(seconds)
    }
    return holds()
  }

  /** Milliseconds since the epoch, by this tenant's clock. */
  async nowMs(): Promise<number> {
    const { tenantId } = this.ids
    const { now } = await this.control.ask('GET', `/clock?tenantId=${tenantId}`, clockSchema)
    return Date.parse(now)
  }

  /** A date-time by this tenant's clock. */
  async inSeconds(seconds: number): Promise<string> {
    return new Date((await this.nowMs()) + seconds * 1000).toISOString()
  }

  // API keys (P2)

  createKey(request: { expiresAt?: string } = {}): Promise<{ id: string; apiKey: string }> {
    return this.control.ask('POST', `/tenants/${this.ids.tenantId}/keys`, keySchema, request)
  }

  /** What the portal's list of keys or endpoints shows. */
  list(what: 'keys' | 'endpoints'): Promise<Answer> {
    return this.control.call('GET', `/tenants/${this.ids.tenantId}/${what}`)
  }

  endKey(keyId: string, how: 'revoke' | 'expire'): Promise<void> {
    return this.control.do('POST', `/keys/${keyId}/${how}`)
  }

  // Templates (P1)

  /** Creates a template with one draft revision. */
  async createDraft(definition: Definition): Promise<{ templateId: string; revisionId: string }> {
    const path = `/tenants/${this.ids.tenantId}/templates`
    const template = await this.control.ask('POST', path, idSchema, { name: 'Another template' })
    return { templateId: template.id, revisionId: await this.addDraft(template.id, definition) }
  }

  async createTemplate(
    definition: Definition,
  ): Promise<{ templateId: string; revisionId: string }> {
    const draft = await this.createDraft(definition)
    await this.publish(draft.revisionId)
    return draft
  }

  async addDraft(templateId: string, definition: Definition): Promise<string> {
    const path = `/templates/${templateId}/revisions`
    return (await this.control.ask('POST', path, idSchema, { definition })).id
  }

  /** Adds and publishes a revision of the tenant's first template. */
  async addRevision(definition: Definition): Promise<string> {
    const revisionId = await this.addDraft(this.ids.templateId, definition)
    await this.publish(revisionId)
    return revisionId
  }

  publish(revisionId: string): Promise<void> {
    return this.control.do('POST', `/revisions/${revisionId}/publish`)
  }

  setEnabled(revisionId: string, enabled: boolean): Promise<void> {
    return this.control.do('PATCH', `/revisions/${revisionId}`, { enabled })
  }

  // Endpoints (P3) and what arrives at them

  /** Tries to register any URL; the response says whether it was accepted. */
  tryEndpoint(url: string): Promise<Answer> {
    return this.control.call('POST', `/tenants/${this.ids.tenantId}/endpoints`, { url })
  }

  async registerEndpoint(): Promise<Endpoint> {
    const endpoint = await this.tryEndpointAt(`/${crypto.randomUUID()}`)
    if (!endpoint) throw new Violation('control: the receiver is refused as an endpoint')
    return endpoint
  }

  /** Tries to register another endpoint at a path of the receiver's; null if it's refused. */
  async tryEndpointAt(path: string): Promise<Endpoint | null> {
    const { json } = await this.tryEndpoint(this.control.receiver.origin + path)
    const parsed = endpointSchema.safeParse(json)
    return parsed.success ? { ...parsed.data, path } : null
  }

  /** Renews the secret; the URL stays the same. */
  async renew(endpoint: Endpoint, how: 'rotate' | 'recreate'): Promise<Endpoint> {
    const route = `/endpoints/${endpoint.id}/${how}`
    return { ...(await this.control.ask('POST', route, endpointSchema, {})), path: endpoint.path }
  }

  async removeEndpoint(endpoint: Endpoint): Promise<void> {
    await this.control.call('DELETE', `/endpoints/${endpoint.id}`)
  }

  /** Sends every delivery of the inquiry again, as the portal does. A sandbox may refuse to. */
  async resend(inquiryId: string): Promise<void> {
    const path = `/deliveries?inquiryId=${inquiryId}`
    const { deliveries } = await this.control.ask('GET', path, deliveriesSchema)
    for (const { id } of deliveries) {
      await this.control.call('POST', `/deliveries/${id}/resend`, {})
    }
  }

  /** What has arrived at an endpoint, once everything due has been sent. */
  async arrived(endpoint: Endpoint = this.endpoint): Promise<Delivery[]> {
    await this.control.do('POST', '/deliveries/flush', { tenantId: this.ids.tenantId })
    return this.control.receiver.at(endpoint.path)
  }

  /** The same, but moves the clock while fewer have arrived, at most until none is late (N10) or due for a retry (N8). */
  async delivered(atLeast = 1, endpoint: Endpoint = this.endpoint): Promise<Delivery[]> {
    let arrived: Delivery[] = []
    await this.#advanceUntil(async () => {
      arrived = await this.arrived(endpoint)
      return arrived.length >= atLeast
    }, EVENT_STEPS_S)
    return arrived
  }

  /** Moves the clock until another attempt arrives; false if there is none. */
  async awaitRetry(): Promise<boolean> {
    const before = (await this.arrived()).length
    return this.#advanceUntil(async () => (await this.arrived()).length > before, EVENT_STEPS_S)
  }

  /** Answers the next deliveries with 500, then with 200 again. */
  failNext(count: number, status = 500): void {
    const statuses = Array.from({ length: count }, () => status)
    this.control.receiver.answerWith(this.endpoint.path, ...statuses)
  }

  /** Approves a fresh inquiry and returns after the first attempt to deliver its event. */
  async approve(fields: Fields = {}): Promise<string> {
    const inquiryId = await this.open(fields)
    const before = (await this.arrived()).length
    await this.complete(inquiryId, 'APPROVED')
    await this.delivered(before + 1)
    return inquiryId
  }
}

/** The body of a delivery as a record; empty if it isn't a JSON object. */
export function eventOf(delivery: Delivery): Record<string, unknown> {
  const event = parseJson(delivery.bytes.toString('utf8'))
  return isRecord(event) ? event : {}
}

/** The event's `data`; empty if it has none. */
export function dataOf(delivery: Delivery): Record<string, unknown> {
  const { data } = eventOf(delivery)
  return isRecord(data) ? data : {}
}

/** N6: whether the status that was read when an event arrived is the one that it reports. */
export function lagOf(delivery: Delivery, status: unknown): string {
  const isShown = STATUS_OF_KIND[String(eventOf(delivery).type)] === status
  return isShown ? 'before its event, or with it' : 'after its event'
}

/** The events about one inquiry, in the order of arrival; of one kind, if it is given. */
export function eventsAbout(
  deliveries: readonly Delivery[],
  inquiryId: string,
  kind?: string,
): Record<string, unknown>[] {
  const events = deliveries.map(eventOf)
  return events.filter(
    ({ type, data }) =>
      isSameId(fieldOf(data, 'inquiryId'), inquiryId) && (kind === undefined || type === kind),
  )
}
