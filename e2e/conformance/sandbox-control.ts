// What only a sandbox lets a test do, through its control API (sandbox/README.md). Each check that needs it gets a
// tenant of its own, with a clock of its own: checks do not meet, and nothing of anybody else's is touched.
import { z } from 'zod'
import { Violation } from './clause.ts'
import { Merchant } from './merchant.ts'
import type { Answer, PoliteHttp } from './polite-http.ts'
import type { Delivery, Receiver } from './receiver.ts'

export const ALL_KINDS = ['inquiry.approved', 'inquiry.review_in_progress', 'inquiry.declined']

export interface Definition {
  steps: string[]
  webhooks?: { subscribe: string[] }
}

export const USUAL_DEFINITION: Definition = {
  steps: ['PERSONAL_INFO', 'PASSPORT_SCAN', 'FACE_MATCH'],
  webhooks: { subscribe: ALL_KINDS },
}

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

export interface Endpoint {
  id: string
  secret: string
  path: string
}

export interface TenantOptions {
  definition?: Definition
  /** Registers the suite's receiver as its endpoint. */
  receives?: boolean
  /** Requests a minute for each key; none unless given. */
  rateLimitPerMinute?: number
}

export class SandboxControl {
  constructor(
    private readonly http: PoliteHttp,
    private readonly baseUrl: string,
    /** Without a slash at its end, as in `http://localhost:4000/sandbox`. */
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
}

/** A tenant that one check has to itself. */
export class OwnTenant {
  constructor(
    private readonly control: SandboxControl,
    readonly merchant: Merchant,
    readonly ids: { tenantId: string; templateId: string; revisionId: string },
    private readonly registered: Endpoint | null,
  ) {}

  /** Registered when the tenant was created with `receives`. */
  get endpoint(): Endpoint {
    if (!this.registered) throw new Error('the tenant was created without an endpoint')
    return this.registered
  }

  /** Completes the remaining capabilities in the customer's place, and decides. */
  async complete(inquiryId: string, outcome: string, how: object = {}): Promise<void> {
    await this.control.ask('POST', `/inquiries/${inquiryId}/complete`, z.unknown(), {
      outcome,
      ...how,
    })
  }

  /** The same, where the flow may be closed: whether the sandbox let it. */
  async canComplete(inquiryId: string): Promise<boolean> {
    const path = `/inquiries/${inquiryId}/complete`
    return (await this.control.call('POST', path, { outcome: 'APPROVED' })).status < 300
  }

  /** One result of one capability. */
  async record(inquiryId: string, result: object): Promise<void> {
    await this.control.ask('POST', `/inquiries/${inquiryId}/capabilities`, z.unknown(), result)
  }

  /** A decision in the portal (P4). */
  async decide(inquiryId: string, status: string, note: string | null = null): Promise<void> {
    await this.control.ask('POST', `/inquiries/${inquiryId}/decide`, z.unknown(), { status, note })
  }

  /** Moves this tenant's clock. What becomes due has had its attempt when this returns. */
  async advance(seconds: number): Promise<void> {
    const body = { seconds, tenantId: this.ids.tenantId }
    await this.control.ask('POST', '/clock/advance', clockSchema, body)
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

  createKey(): Promise<{ id: string; apiKey: string }> {
    return this.control.ask('POST', `/tenants/${this.ids.tenantId}/keys`, keySchema, {})
  }

  /** What the portal's list of keys shows. */
  listKeys(): Promise<Answer> {
    return this.control.call('GET', `/tenants/${this.ids.tenantId}/keys`)
  }

  async endKey(keyId: string, how: 'revoke' | 'expire'): Promise<void> {
    await this.control.ask('POST', `/keys/${keyId}/${how}`, z.unknown(), {})
  }

  /** A template with one draft revision. */
  async createDraft(definition: Definition): Promise<{ templateId: string; revisionId: string }> {
    const { tenantId } = this.ids
    const request = { name: 'Draft' }
    const template = await this.control.ask(
      'POST',
      `/tenants/${tenantId}/templates`,
      idSchema,
      request,
    )
    const revision = await this.addRevision(template.id, definition)
    return { templateId: template.id, revisionId: revision }
  }

  async addRevision(templateId: string, definition: Definition): Promise<string> {
    const path = `/templates/${templateId}/revisions`
    return (await this.control.ask('POST', path, idSchema, { definition })).id
  }

  async publish(revisionId: string): Promise<void> {
    await this.control.ask('POST', `/revisions/${revisionId}/publish`, z.unknown(), {})
  }

  async disable(revisionId: string): Promise<void> {
    await this.control.ask('PATCH', `/revisions/${revisionId}`, z.unknown(), { enabled: false })
  }

  /** Asks to register any URL; the answer says whether it was taken. */
  tryEndpoint(url: string): Promise<Answer> {
    return this.control.call('POST', `/tenants/${this.ids.tenantId}/endpoints`, { url })
  }

  async registerEndpoint(): Promise<Endpoint> {
    const path = `/${crypto.randomUUID()}`
    const url = this.control.receiver.origin + path
    const { tenantId } = this.ids
    const made = await this.control.ask('POST', `/tenants/${tenantId}/endpoints`, endpointSchema, {
      url,
    })
    return { ...made, path }
  }

  /** The same endpoint with a new secret. */
  async renew(endpoint: Endpoint, how: 'rotate' | 'recreate'): Promise<Endpoint> {
    const path = `/endpoints/${endpoint.id}/${how}`
    return {
      ...(await this.control.ask('POST', path, endpointSchema, {})),
      path: endpoint.path,
    }
  }

  /** What arrived at an endpoint, once everything that is due was sent. */
  async delivered(endpoint: Endpoint = this.endpoint): Promise<Delivery[]> {
    await this.control.ask('POST', '/deliveries/flush', z.unknown(), {})
    return this.control.receiver.at(endpoint.path)
  }

  answerWith(...statuses: number[]): void {
    this.control.receiver.answerWith(this.endpoint.path, ...statuses)
  }
}
