// A service that leaks identity data, the API key or both in every response, errors included. If the app stores or repeats
// any of it, the search finds it.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { listen } from '../../scripts/ports'
import { ARTIFACT_PATH, IDENTITY, INPUT, SECRETS } from './canaries'

type Operation = 'open' | 'status' | 'documents'

interface Failure {
  status: number
  body: string
  headers?: Record<string, string>
}

const CONFESSION = JSON.stringify({ ...IDENTITY, apiKey: SECRETS.VERIFICATION_API_KEY })

/** Failures of every shape (N3), each with the identity data and the key in it. */
export const TELLTALE_FAILURES: readonly Failure[] = [
  ...[400, 403, 404, 422, 500].map((status) => ({
    status,
    body: JSON.stringify({ code: 'Quillon Canarywright', message: CONFESSION, identity: IDENTITY }),
  })),
  { status: 500, body: JSON.stringify({ error: { code: CONFESSION, message: CONFESSION } }) },
  { status: 502, body: `<h1>${CONFESSION}</h1>`, headers: { 'content-type': 'text/html' } },
  { status: 200, body: CONFESSION },
  { status: 200, body: CONFESSION.slice(0, -7) },
  { status: 302, body: '', headers: { location: `/canarywright?${CONFESSION.slice(0, 40)}` } },
]

/** Sent last, because a refused key affects every later call too (A4). */
export const REFUSED_KEY: Failure = {
  status: 401,
  body: JSON.stringify({ message: `Unknown key ${SECRETS.VERIFICATION_API_KEY}` }),
}

const LEAKS = { identity: IDENTITY, apiKey: SECRETS.VERIFICATION_API_KEY }
const DAY_MS = 24 * 3_600_000
const after = (ms: number) => new Date(Date.now() + ms).toISOString()
const openBodySchema = z.object({ referenceId: z.string() })

export class LeakyService {
  url = ''
  readonly #inquiries = new Map<string, { referenceId: string; status: string }>()
  #failures: { operation: Operation; failure: Failure; made: () => void }[] = []
  readonly #server = createServer(async (request, response) => {
    const [, inquiryId, part] =
      /^\/api\/v1\/customer\/inquiries(?:\/([^/]+)(\/documents)?)?$/.exec(request.url ?? '') ?? []
    const operation = inquiryId === undefined ? 'open' : part ? 'documents' : 'status'
    const failing = this.#failures.find((one) => one.operation === operation)
    const sent = request.method === 'POST' ? await json(request) : null
    if (failing) {
      this.#failures = this.#failures.filter((one) => one !== failing)
      failing.made()
      const { status, headers, body } = failing.failure
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
      return
    }
    const body = inquiryId === undefined ? this.#open(sent) : this.#read(inquiryId, operation)
    response.writeHead(operation === 'open' ? 201 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  })

  static async start(): Promise<LeakyService> {
    const service = new LeakyService()
    service.url = `http://localhost:${await listen(service.#server)}`
    return service
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  /** Without an event; the story delivers that. */
  approve(inquiryId: string): void {
    this.#inquiry(inquiryId).status = 'APPROVED'
  }

  referenceOf = (inquiryId: string): string => this.#inquiry(inquiryId).referenceId

  /** The next call of this operation fails like this. Resolves when it is made. */
  failNext(operation: Operation, failure: Failure): Promise<void> {
    return new Promise((made) => this.#failures.push({ operation, failure, made }))
  }

  #inquiry(inquiryId: string) {
    const inquiry = this.#inquiries.get(inquiryId)
    if (!inquiry) throw new Error(`The service never opened ${inquiryId}`)
    return inquiry
  }

  #open(sent: unknown): object {
    const inquiryId = randomUUID()
    const { referenceId } = openBodySchema.parse(sent)
    this.#inquiries.set(inquiryId, { referenceId, status: 'PENDING' })
    return { inquiryId, ...LEAKS }
  }

  #read(inquiryId: string, operation: Operation): object {
    const { referenceId, status } = this.#inquiry(inquiryId)
    if (operation === 'documents') {
      const passport = {
        type: 'passport',
        supportedPageTypes: ['frontPage'],
        frontPage: `${this.url}${ARTIFACT_PATH}?signature=1`,
        owner: IDENTITY.personalInfo,
      }
      return { inquiryId, status, urlExpiresAt: after(5 * 60_000), documents: [passport] }
    }
    return {
      inquiryId,
      referenceId,
      status,
      // In every status; S3 allows it in only some.
      ...LEAKS,
      expiresAt: after(DAY_MS),
      reviewReasons: [INPUT.reviewReason],
      portalDecisionNote: INPUT.portalNote,
      portalDecidedAt: after(0),
      note: INPUT.keptNote,
      customer: IDENTITY.personalInfo,
    }
  }
}
