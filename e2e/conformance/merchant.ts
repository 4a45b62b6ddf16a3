// The three requests that a merchant can make (open, read, documents), and one that the service must refuse (F1).
import type { Answer, PoliteHttp } from './polite-http.ts'

const INQUIRIES = '/api/v1/customer/inquiries'
const SHOWN = '…/inquiries'
/** Marks the suite's inquiries. */
const NOTE = 'Opened by the conformance suite.'

export interface Credentials {
  apiKey: string
  templateId: string
}

/** How each request is sent. */
interface How {
  key: string | null
  expectsLimit: boolean
  /** With its question mark. */
  query: string
}

type Headers = Readonly<Record<string, string>>

export class Merchant {
  constructor(
    private readonly http: PoliteHttp,
    readonly baseUrl: string,
    readonly credentials: Credentials,
    private readonly how: How = { key: credentials.apiKey, expectsLimit: false, query: '' },
  ) {}

  /** The same template with another key, or with none. */
  withKey(key: string | null): Merchant {
    return new Merchant(this.http, this.baseUrl, this.credentials, { ...this.how, key })
  }

  /** The same merchant, but each request has this query. */
  withQuery(query: URLSearchParams): Merchant {
    return new Merchant(this.http, this.baseUrl, this.credentials, {
      ...this.how,
      query: `?${query}`,
    })
  }

  /** The same merchant, but it returns a 429 to the caller instead of waiting and retrying. */
  expectingLimit(): Merchant {
    const how = { ...this.how, expectsLimit: true }
    return new Merchant(this.http, this.baseUrl, this.credentials, how)
  }

  /** Opens from the template. A field set to undefined is left out. */
  open(fields: Record<string, unknown> = {}, headers: Headers = {}): Promise<Answer> {
    const body = {
      inquiryTemplateId: this.credentials.templateId,
      referenceId: `conformance-${crypto.randomUUID()}`,
      note: NOTE,
      ...fields,
    }
    return this.#send('POST', '', '', JSON.stringify(body), {
      'content-type': 'application/json',
      ...headers,
    })
  }

  status(inquiryId: string, headers: Headers = {}): Promise<Answer> {
    return this.#send('GET', '/{inquiryId}', `/${inquiryId}`, undefined, headers)
  }

  documents(inquiryId: string, headers: Headers = {}): Promise<Answer> {
    const path = `/${encodeURIComponent(inquiryId)}/documents`
    return this.#send('GET', '/{inquiryId}/documents', path, undefined, headers)
  }

  /** Calls the three routes one after the other, for A1 and A4. */
  async allRoutes(inquiryId: string, headers: Headers = {}): Promise<Answer[]> {
    return [
      await this.open({}, headers),
      await this.status(inquiryId, headers),
      await this.documents(inquiryId, headers),
    ]
  }

  /** Tries a route that the contract doesn't have (F1). */
  trySubmit(method: string, inquiryId: string, action: string): Promise<Answer> {
    const body = JSON.stringify({ capability: 'PERSONAL_INFO', status: 'APPROVED' })
    const path = `/${inquiryId}${action}`
    const headers = { 'content-type': 'application/json' }
    return this.#send(method, `/{inquiryId}${action}`, path, body, headers)
  }

  #send(
    method: string,
    route: string,
    path: string,
    body: string | undefined,
    headers: Headers,
  ): Promise<Answer> {
    const { key, expectsLimit, query } = this.how
    return this.http.send(`${method} ${SHOWN}${route}`, this.baseUrl + INQUIRIES + path + query, {
      method,
      headers: { ...(key === null ? {} : { 'x-api-key': key }), ...headers },
      expectsLimit,
      ...(body === undefined ? {} : { body }),
    })
  }
}
