// What only a sandbox lets a test do, through its control API (sandbox/README.md). Each check that needs it gets its own
// tenant and clock, so checks affect neither each other nor anyone else's data.
import { z } from 'zod'
import { Merchant } from './merchant.ts'
import type { Answer, PoliteHttp } from './polite-http.ts'
import type { Delivery, Receiver } from './receiver.ts'
import { Violation } from './verdict.ts'

export const ALL_KINDS = ['inquiry.approved', 'inquiry.review_in_progress', 'inquiry.declined']

export interface Definition {
  steps: string[]
  webhooks?: { subscribe: string[] }
}

export const USUAL_DEFINITION: Definition = {
  steps: ['PERSONAL_INFO', 'PASSPORT_SCAN', 'FACE_MATCH'],
  webhooks: { subscribe: ALL_KINDS },
}

const MINUTE_S = 60
const DAY_S = 24 * 60 * MINUTE_S
/** How far the clock moves, step by step, while an event is missing. N5, N6 and N10 allow it to be late. */
const LATE_EVENT_STEPS_S = [MINUTE_S, 4 * DAY_S, 10 * DAY_S]
/** After this, no event is still late (N10) and no retry is due (N8). */
const SETTLED_S = 14 * DAY_S
/** How far the clock moves, step by step, until a failed attempt is retried (N8). */
const RETRY_STEPS_S = [10, 5 * MINUTE_S, 60 * MINUTE_S, DAY_S]

const endpointSchema = z.object({ id: z.string(), secret: z.string() })
const tenantSchema = z.object({
  tenantId: z.string(),
  apiKey: z.string(),
  templateId: z.string(),
  revisionId: z.string(),
  endpoint: endpointSchema.nullable(),
})
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
  /** Registers the suite's receiver as its endpoint. */
  receives?: boolean
  /** Requests per minute for each key; unlimited by default. */
  rateLimitPerMinute?: number
}

export class SandboxControl {
  constructor(
    readonly http: PoliteHttp,
    private readonly baseUrl: string,
    /** Without a trailing slash, as in `http://localhost:4000/sandbox`. */
    private readonly controlUrl: string,
    readonly receiver: Receiver,
  ) {}

  async createTenant(options: TenantOptions = {}): Promise<OwnTenant> {
    const path = `/${crypto.randomUUID()}`
    const created = await this.ask('POST', '/tenants', tenantSchema, {
      name: 'Conformance suite',
      rateLimitPerMinute: options.rateLimitPerMinute ?? null,
      ...(options.definition ? { definition: options.definition } : {}),
      ...(options.receives ? { webhookUrl: this.receiver.origin + path } : {}),
    })
    const merchant = new Merchant(this.http, this.baseUrl, created)
    const endpoint = created.endpoint && { ...created.endpoint, path }
    return new OwnTenant(this, merchant, created, endpoint)
  }

  call(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.http.send(
      `${method} /sandbox${path.replace(/[0-9a-f-]{36}/g, '{id}')}`,
      this.controlUrl + path,
      {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
    )
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

/** A tenant that one check has to itself. */
export class OwnTenant {
  constructor(
    readonly control: SandboxControl,
    readonly merchant: Merchant,
    readonly ids: { tenantId: string; templateId: string; revisionId: string },
    private readonly registered: Endpoint | null,
  ) {}

  /** Registered when the tenant was created with `receives`. */
  get endpoint(): Endpoint {
    if (!this.registered) throw new Error('the tenant was created without an endpoint')
    return this.registered
  }

  // The hosted flow and decisions

  /** Completes the remaining capabilities on the customer's behalf and sets the outcome. */
  complete(inquiryId: string, outcome: string, how: object = {}): Promise<void> {
    return this.control.do('POST', `/inquiries/${inquiryId}/complete`, { outcome, ...how })
  }

  /** Tries to complete an inquiry whose flow may be closed, and says whether that worked. */
  async canComplete(inquiryId: string): Promise<boolean> {
    const path = `/inquiries/${inquiryId}/complete`
    return (await this.control.call('POST', path, { outcome: 'APPROVED' })).status < 300
  }

  /** Records one result of one capability. */
  record(inquiryId: string, result: object): Promise<void> {
    return this.control.do('POST', `/inquiries/${inquiryId}/capabilities`, result)
  }

  /** Tries to record one, and says whether that worked. */
  async canRecord(inquiryId: string, result: object): Promise<boolean> {
    const path = `/inquiries/${inquiryId}/capabilities`
    return (await this.control.call('POST', path, result)).status < 300
  }

  /** Decides in the portal (P4). */
  decide(inquiryId: string, status: string, note: string | null = null): Promise<void> {
    return this.control.do('POST', `/inquiries/${inquiryId}/decide`, { status, note })
  }

  // The tenant's clock

  /**
   * Moves this tenant's clock. By the time this returns, every delivery that became due has been attempted.
   * @returns the new time, in milliseconds since the epoch
   */
  async advance(seconds: number): Promise<number> {
    const body = { seconds, tenantId: this.ids.tenantId }
    const { now } = await this.control.ask('POST', '/clock/advance', clockSchema, body)
    return Date.parse(now)
  }

  async freeze(): Promise<void> {
    await this.control.ask('POST', '/clock/freeze', clockSchema, { tenantId: this.ids.tenantId })
  }

  /** Milliseconds since the epoch, by this tenant's clock. */
  async nowMs(): Promise<number> {
    const { tenantId } = this.ids
    const { now } = await this.control.ask('GET', `/clock?tenantId=${tenantId}`, clockSchema)
    return Date.parse(now)
  }

  // API keys (P2)

  createKey(request: { expiresAt?: string } = {}): Promise<{ id: string; apiKey: string }> {
    return this.control.ask('POST', `/tenants/${this.ids.tenantId}/keys`, keySchema, request)
  }

  /** What the portal's list of keys shows. */
  listKeys(): Promise<Answer> {
    return this.control.call('GET', `/tenants/${this.ids.tenantId}/keys`)
  }

  endKey(keyId: string, how: 'revoke' | 'expire'): Promise<void> {
    return this.control.do('POST', `/keys/${keyId}/${how}`)
  }

  // Templates (P1)

  /** Creates a template with one draft revision. */
  async createDraft(definition: Definition): Promise<{ templateId: string; revisionId: string }> {
    const path = `/tenants/${this.ids.tenantId}/templates`
    const template = await this.control.ask('POST', path, idSchema, { name: 'Another template' })
    const revisionId = await this.addRevision(template.id, definition)
    return { templateId: template.id, revisionId }
  }

  async createTemplate(definition: Definition): Promise<string> {
    const { templateId, revisionId } = await this.createDraft(definition)
    await this.publish(revisionId)
    return templateId
  }

  /** Adds a draft. */
  async addRevision(templateId: string, definition: Definition): Promise<string> {
    const path = `/templates/${templateId}/revisions`
    return (await this.control.ask('POST', path, idSchema, { definition })).id
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

  /** What the portal's list of endpoints shows. */
  listEndpoints(): Promise<Answer> {
    return this.control.call('GET', `/tenants/${this.ids.tenantId}/endpoints`)
  }

  async registerEndpoint(): Promise<Endpoint> {
    const path = `/${crypto.randomUUID()}`
    const url = this.control.receiver.origin + path
    const { tenantId } = this.ids
    const route = `/tenants/${tenantId}/endpoints`
    return { ...(await this.control.ask('POST', route, endpointSchema, { url })), path }
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
    const made = await this.control.ask('POST', route, endpointSchema, {})
    return { ...made, path: endpoint.path }
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

  /** What has arrived at an endpoint so far; complete only right after the clock was moved. */
  received(endpoint: Endpoint = this.endpoint): Delivery[] {
    return this.control.receiver.at(endpoint.path)
  }

  /** What has arrived at an endpoint, once everything due has been sent. */
  async arrived(endpoint: Endpoint = this.endpoint): Promise<Delivery[]> {
    await this.control.do('POST', '/deliveries/flush', { tenantId: this.ids.tenantId })
    return this.received(endpoint)
  }

  /** The same, but moves the clock while fewer deliveries than expected have arrived. */
  async delivered(atLeast = 1, endpoint: Endpoint = this.endpoint): Promise<Delivery[]> {
    await this.arrived(endpoint)
    for (const seconds of LATE_EVENT_STEPS_S) {
      if (this.received(endpoint).length >= atLeast) break
      await this.advance(seconds)
    }
    return this.received(endpoint)
  }

  /** What has arrived at an endpoint once nothing more is to come. */
  async settled(endpoint: Endpoint = this.endpoint): Promise<Delivery[]> {
    await this.advance(SETTLED_S)
    return this.arrived(endpoint)
  }

  /** Moves the clock until another attempt arrives; false if there is none within a day. */
  async awaitRetry(): Promise<boolean> {
    const before = (await this.arrived()).length
    for (const seconds of RETRY_STEPS_S) {
      await this.advance(seconds)
      if (this.received().length > before) return true
    }
    return false
  }

  /** Answers the next deliveries with these statuses, then with 200 again. */
  answerWith(...statuses: number[]): void {
    this.control.receiver.answerWith(this.endpoint.path, ...statuses)
  }
}
