// Calls the sandbox's control API, in place of the customer in the hosted flow, the operator in the portal, and the passing of
// time. Each check gets its own tenant and clock, so it affects no other check and nobody's data.
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
/** The status that an event of each kind reports (W7). */
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

/** The steps in which the clock moves until an event or a retry arrives. N5, N6, N8 and N10 allow it to be late. */
const EVENT_STEPS_S = [10, 5 * MINUTE_S, HOUR_S, DAY_S, 13 * DAY_S]
/** The steps in which the clock moves until a decision shows. N5 and N6 allow it to be late. */
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
  /** The path of its URL, by which the receiver distinguishes endpoints. */
  path: string
}

export interface TenantOptions {
  definition?: Definition
  /** Requests per minute and key; unlimited by default. */
  rateLimitPerMinute?: number
}

export class Control {
  constructor(
    readonly http: Http,
    readonly baseUrl: string,
    /** Has no trailing slash: `http://localhost:4000/sandbox`. */
    readonly controlUrl: string,
    readonly receiver: Receiver,
  ) {}

  readonly #tenantIds: string[] = []

  /** Creates a tenant whose endpoint is the suite's receiver. Its clock stands still unless a check moves it. */
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

  /** Deletes the suite's tenants with their data. Failures don't matter, because the run is over. */
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

  /** Makes a call that every sandbox must support. */
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

/** A tenant for a single check: what its merchant can do, and what people and time would do. */
export class OwnTenant extends Merchant {
  constructor(
    readonly control: Control,
    readonly ids: z.infer<typeof createdSchema>,
    readonly endpoint: Endpoint,
  ) {
    super(control.http, control.baseUrl, ids)
  }

  /** How far the clock has moved since the current key was created. */
  #keyAgeS = 0

  /** N34: a key may expire on its own, so an old key that is refused is replaced. */
  protected override async send(...request: Parameters<Merchant['send']>): Promise<Answer> {
    const answer = await super.send(...request)
    if (answer.status !== 401 || this.#keyAgeS < DAY_S) return answer
    const { apiKey } = await this.createKey()
    this.how = { ...this.how, key: apiKey }
    this.#keyAgeS = 0
    return super.send(...request)
  }

  /** The inquiry, once it has this status. If it never gets it, the inquiry as last read. */
  async readDecided(inquiryId: string, status: string): Promise<Record<string, unknown>> {
    let inquiry: Fields = {}
    await this.#advanceUntil(async () => {
      inquiry = await this.read(inquiryId)
      return inquiry.status === status
    }, DECISION_STEPS_S)
    return inquiry
  }

  // The hosted flow and decisions

  /** Completes the remaining capabilities for the customer, and sets the outcome. */
  complete(inquiryId: string, outcome: string, how: object = {}): Promise<void> {
    return this.control.do('POST', `/inquiries/${inquiryId}/complete`, { outcome, ...how })
  }

  /** Completes the inquiry, and waits until it has this status. */
  async completed(inquiryId: string, status: string, how: object = {}): Promise<Fields> {
    await this.complete(inquiryId, status, how)
    return this.readDecided(inquiryId, status)
  }

  async openCompleted(status: string, how: object = {}, fields: Fields = {}): Promise<string> {
    const inquiryId = await this.open(fields)
    await this.completed(inquiryId, status, how)
    return inquiryId
  }

  /** Tries to complete an inquiry or to record a result. @returns whether that worked */
  async can(how: 'complete' | 'capabilities', inquiryId: string, body: object): Promise<boolean> {
    return (await this.control.call('POST', `/inquiries/${inquiryId}/${how}`, body)).status < 300
  }

  record(inquiryId: string, result: object): Promise<void> {
    return this.control.do('POST', `/inquiries/${inquiryId}/capabilities`, result)
  }

  decide(inquiryId: string, status: string, note: string | null = null): Promise<void> {
    return this.control.do('POST', `/inquiries/${inquiryId}/decide`, { status, note })
  }

  /** Makes the next open fail with this status, without any effect. */
  failNextOpen(status: number): Promise<void> {
    const { tenantId } = this.ids
    const match = { operation: 'open' }
    const fault = { target: 'api', kind: 'server-error', status, match, tenantId }
    return this.control.do('POST', '/faults', fault)
  }

  /**
   * Uploads pictures or data to the sandbox's hosted flow, as its page does.
   * @throws Unreachable if the service has no such flow
   */
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
   * Moves this tenant's clock. Returns when every delivery that became due has been attempted.
   * @returns the new time, in epoch milliseconds
   */
  async advance(seconds: number): Promise<number> {
    const body = { seconds, tenantId: this.ids.tenantId }
    const { now } = await this.control.ask('POST', '/clock/advance', clockSchema, body)
    this.#keyAgeS += seconds
    return Date.parse(now)
  }

  /** Moves the clock step by step until the condition holds. @returns whether it ever did */
  async #advanceUntil(holds: () => Promise<boolean>, stepsS: readonly number[]): Promise<boolean> {
    for (const seconds of stepsS) {
      if (await holds()) return true
      await this.advance(seconds)
    }
    return holds()
  }

  /** This tenant's time, in epoch milliseconds. */
  async nowMs(): Promise<number> {
    const { tenantId } = this.ids
    const { now } = await this.control.ask('GET', `/clock?tenantId=${tenantId}`, clockSchema)
    return Date.parse(now)
  }

  /** A date-time relative to this tenant's time. */
  async inSeconds(seconds: number): Promise<string> {
    return new Date((await this.nowMs()) + seconds * 1000).toISOString()
  }

  // API keys (P2)

  createKey(request: { expiresAt?: string } = {}): Promise<{ id: string; apiKey: string }> {
    return this.control.ask('POST', `/tenants/${this.ids.tenantId}/keys`, keySchema, request)
  }

  /** The portal's list of keys or endpoints. */
  list(what: 'keys' | 'endpoints'): Promise<Answer> {
    return this.control.call('GET', `/tenants/${this.ids.tenantId}/${what}`)
  }

  endKey(keyId: string, how: 'revoke' | 'expire'): Promise<void> {
    return this.control.do('POST', `/keys/${keyId}/${how}`)
  }

  // Templates (P1)

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

  /** Tries to register a URL. The response says whether the service accepted it. */
  tryEndpoint(url: string): Promise<Answer> {
    return this.control.call('POST', `/tenants/${this.ids.tenantId}/endpoints`, { url })
  }

  async registerEndpoint(): Promise<Endpoint> {
    const endpoint = await this.tryEndpointAt(`/${crypto.randomUUID()}`)
    if (!endpoint) throw new Violation('control: the receiver is refused as an endpoint')
    return endpoint
  }

  /** Tries to register another endpoint at the receiver, under this path; null if it is refused. */
  async tryEndpointAt(path: string): Promise<Endpoint | null> {
    const { json } = await this.tryEndpoint(this.control.receiver.origin + path)
    const parsed = endpointSchema.safeParse(json)
    return parsed.success ? { ...parsed.data, path } : null
  }

  async renew(endpoint: Endpoint, how: 'rotate' | 'recreate'): Promise<Endpoint> {
    const route = `/endpoints/${endpoint.id}/${how}`
    return { ...(await this.control.ask('POST', route, endpointSchema, {})), path: endpoint.path }
  }

  async removeEndpoint(endpoint: Endpoint): Promise<void> {
    await this.control.call('DELETE', `/endpoints/${endpoint.id}`)
  }

  /** Sends all deliveries of the inquiry again, as the portal can. A sandbox may refuse. */
  async resend(inquiryId: string): Promise<void> {
    const path = `/deliveries?inquiryId=${inquiryId}`
    const { deliveries } = await this.control.ask('GET', path, deliveriesSchema)
    for (const { id } of deliveries) {
      await this.control.call('POST', `/deliveries/${id}/resend`, {})
    }
  }

  /** The deliveries that have arrived at an endpoint, once everything due has been sent. */
  async arrived(endpoint: Endpoint = this.endpoint): Promise<Delivery[]> {
    await this.control.do('POST', '/deliveries/flush', { tenantId: this.ids.tenantId })
    return this.control.receiver.at(endpoint.path)
  }

  /** Moves the clock while too few deliveries have arrived, but only until none can be late (N10) or due for a retry (N8). */
  async delivered(atLeast = 1, endpoint: Endpoint = this.endpoint): Promise<Delivery[]> {
    let arrived: Delivery[] = []
    await this.#advanceUntil(async () => {
      arrived = await this.arrived(endpoint)
      return arrived.length >= atLeast
    }, EVENT_STEPS_S)
    return arrived
  }

  /** Moves the clock until another attempt arrives. @returns false if none does */
  async awaitRetry(): Promise<boolean> {
    const before = (await this.arrived()).length
    return this.#advanceUntil(async () => (await this.arrived()).length > before, EVENT_STEPS_S)
  }

  /** Answers the next deliveries with this status, and later ones with 200 again. */
  failNext(count: number, status = 500): void {
    const statuses = Array.from({ length: count }, () => status)
    this.control.receiver.answerWith(this.endpoint.path, ...statuses)
  }

  /** Approves a new inquiry. Returns after the first attempt to deliver the event. */
  async approve(fields: Fields = {}): Promise<string> {
    const inquiryId = await this.open(fields)
    const before = (await this.arrived()).length
    await this.complete(inquiryId, 'APPROVED')
    await this.delivered(before + 1)
    return inquiryId
  }
}

/** A delivery's body as a record; empty if it is no JSON object. */
export function eventOf(delivery: Delivery): Record<string, unknown> {
  const event = parseJson(delivery.bytes.toString('utf8'))
  return isRecord(event) ? event : {}
}

/** The event's `data`; empty if it is missing. */
export function dataOf(delivery: Delivery): Record<string, unknown> {
  const { data } = eventOf(delivery)
  return isRecord(data) ? data : {}
}

/** N6: whether the status at the event's arrival is the one that the event reports. */
export function lagOf(delivery: Delivery, status: unknown): string {
  const isShown = STATUS_OF_KIND[String(eventOf(delivery).type)] === status
  return isShown ? 'before its event, or with it' : 'after its event'
}

/** The events about an inquiry in order of arrival, optionally only those of one kind. */
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
