// What a merchant can do (open, read, fetch documents), and the routes that must not exist (F1).
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import {
  type Answer,
  demand,
  expectShape,
  expectSuccess,
  isRecord,
  toMs,
  uuidSchema,
} from './expectations.ts'
import type { Http } from './http.ts'

const INQUIRIES = '/api/v1/customer/inquiries'
export const READ_ROUTE = 'GET …/inquiries/{inquiryId}'
export const DOCUMENTS_ROUTE = 'GET …/inquiries/{inquiryId}/documents'
export const STATUSES = [
  ...['PENDING', 'APPROVED', 'NEEDS_REVIEW'],
  ...['FAILED', 'DECLINED', 'COMPLETED'],
]
/** The fields of S1. Other fields may change at any time (N27). */
const FIELDS = [
  ...['inquiryId', 'status', 'reviewReasons', 'portalDecisionNote', 'portalDecidedAt', 'note'],
  ...['referenceId', 'openedAt', 'expiresAt', 'inquiryTemplateId', 'identity'],
]

export interface Credentials {
  apiKey: string
  templateId: string
}

export type Fields = Record<string, unknown>
type Headers = Readonly<Record<string, string>>

const openedSchema = z.object({ inquiryId: uuidSchema })
/** D7 to D10 check the fields' contents. */
const documentSchema = z.object({
  type: z.string(),
  frontPage: z.url(),
  backPage: z.unknown().optional(),
  supportedPageTypes: z.unknown().optional(),
})
/** The part of D6 that the other clauses need. */
export const documentsSchema = z.object({ documents: z.array(documentSchema) })
export type Document = z.infer<typeof documentSchema>

/** The id in an open's response (O1). */
export function openedId(answer: Answer, when = ''): string {
  expectSuccess(answer, when)
  return expectShape(openedSchema, answer.json, answer.request).inquiryId
}

interface Manner {
  /** Null sends no key. */
  key: string | null
  /** Returns a 429 instead of waiting and retrying. */
  expectsLimit: boolean
  query: string
}

export class Merchant {
  constructor(
    readonly http: Http,
    readonly baseUrl: string,
    readonly credentials: Credentials,
    protected how: Manner = {
      key: credentials.apiKey,
      expectsLimit: false,
      query: '',
    },
  ) {}

  /** The same merchant and template, with other ways of calling. */
  with(how: Partial<Manner>): Merchant {
    return new Merchant(this.http, this.baseUrl, this.credentials, { ...this.how, ...how })
  }

  /** Tries to open from the template. A field that is undefined is left out. */
  tryOpen(fields: Fields = {}, headers: Headers = {}): Promise<Answer> {
    const body = {
      inquiryTemplateId: this.credentials.templateId,
      referenceId: newReference(),
      note: 'Opened by the conformance suite.',
      ...fields,
    }
    return this.send('POST', '', { 'content-type': 'application/json', ...headers }, body)
  }

  /** @returns the inquiryId */
  async open(fields: Fields = {}, headers: Headers = {}): Promise<string> {
    return openedId(await this.tryOpen(fields, headers))
  }

  status(inquiryId: string, headers: Headers = {}): Promise<Answer> {
    return this.send('GET', `/${inquiryId}`, headers)
  }

  /** The status route's inquiry, with unchecked fields. */
  async read(inquiryId: string): Promise<Record<string, unknown>> {
    const answer = await this.status(inquiryId)
    expectSuccess(answer)
    demand(isRecord(answer.json), `${answer.request}: the body is not a JSON object`)
    return answer.json
  }

  documents(inquiryId: string, headers: Headers = {}): Promise<Answer> {
    return this.send('GET', `/${encodeURIComponent(inquiryId)}/documents`, headers)
  }

  async listDocuments(inquiryId: string): Promise<Document[]> {
    const answer = await this.documents(inquiryId)
    expectSuccess(answer)
    return expectShape(documentsSchema, answer.json, answer.request).documents
  }

  /** Calls the three routes in turn, for A1 and A4. */
  async allRoutes(inquiryId: string, headers: Headers = {}): Promise<Answer[]> {
    return [
      await this.tryOpen({}, headers),
      await this.status(inquiryId, headers),
      await this.documents(inquiryId, headers),
    ]
  }

  /** Tries a route that the contract doesn't have (F1). */
  trySubmit(method: string, inquiryId: string, action: string): Promise<Answer> {
    const body = { capability: 'PERSONAL_INFO', status: 'APPROVED' }
    return this.send(method, `/${inquiryId}${action}`, { 'content-type': 'application/json' }, body)
  }

  protected async send(
    method: string,
    path: string,
    headers: Headers,
    body?: object,
  ): Promise<Answer> {
    const { key, expectsLimit, query } = this.how
    const route = path.replace(/^\/[^/]+/, '/{inquiryId}')
    const answer = await this.http.send(
      `${method} …/inquiries${route}`,
      this.baseUrl + INQUIRIES + path + query,
      {
        method,
        headers: { ...(key === null ? {} : { 'x-api-key': key }), ...headers },
        expectsLimit,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
    )
    const announced = ['deprecation', 'sunset'].filter((name) => answer.headers.has(name))
    const how = announced.length > 0 ? `announced: ${announced.join(', ')}` : 'not announced'
    this.http.observations.add('N35', how)
    return answer
  }
}

/** A reference that marks the suite's inquiries. */
export function newReference(): string {
  return `conformance-${crypto.randomUUID()}`
}

export function changedFields(before: Fields, after: Fields): string[] {
  return FIELDS.filter((field) => !isDeepStrictEqual(before[field], after[field]))
}

/** A date-time field in epoch milliseconds. S2 checks its format. */
export function instant(inquiry: Fields, field: string): number {
  const atMs = toMs(inquiry[field])
  demand(!Number.isNaN(atMs), `${field} is not a date`)
  return atMs
}
