// A service that leaks identity data, the API key or both in every response, errors included. If the app stores or repeats
// any of it, the search finds it.
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { listen } from '../fixtures/listen'
import { ARTIFACT_PATH, IDENTITY, INPUT, SECRETS } from './canaries'

type Operation = 'open' | 'status' | 'documents'

interface Answer {
  status: number
  body: string
  headers?: Record<string, string>
}

const CONFESSION = JSON.stringify({ ...IDENTITY, apiKey: SECRETS.VERIFICATION_API_KEY })
const HOUR_MS = 3_600_000

/** Failures of every shape (N3), each with the identity data and the key in it. */
export const TELLTALE_FAILURES: readonly Answer[] = [
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
export const REFUSED_KEY: Answer = {
  status: 401,
  body: JSON.stringify({ message: `Unknown key ${SECRETS.VERIFICATION_API_KEY}` }),
}

const openBodySchema = z.object({ referenceId: z.string() })

export class LeakyService {
  url = ''
  readonly inquiryId = crypto.randomUUID()
  /** From the first open; every later one gets the same inquiry. */
  referenceId = ''
  inquiryStatus = 'PENDING'
  readonly #failures: Record<Operation, Answer[]> = { open: [], status: [], documents: [] }
  readonly #answered: Record<Operation, number> = { open: 0, status: 0, documents: 0 }
  readonly #server = createServer((request, response) => {
    void this.#answer(request).then(({ status, body, headers }) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
    })
  })

  static async start(): Promise<LeakyService> {
    const service = new LeakyService()
    service.url = `http://localhost:${await listen(service.#server)}`
    return service
  }

  /** Queues responses for the next calls of this operation; after that, it returns the usual one again. */
  fail(operation: Operation, ...answers: readonly Answer[]): void {
    this.#failures[operation].push(...answers)
  }

  /** How many calls of this operation were answered, and how many queued failures are left. */
  count(operation: Operation): { answered: number; failuresLeft: number } {
    return {
      answered: this.#answered[operation],
      failuresLeft: this.#failures[operation].length,
    }
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #answer(request: IncomingMessage): Promise<Answer> {
    const body = await text(request)
    const path = request.url ?? ''
    if (!path.startsWith('/api/v1/customer/inquiries')) return { status: 404, body: '' }
    const operation =
      request.method === 'POST' ? 'open' : path.endsWith('/documents') ? 'documents' : 'status'
    this.#answered[operation]++
    const failure = this.#failures[operation].shift()
    if (failure) return failure
    if (operation === 'open')
      this.referenceId ||= openBodySchema.parse(JSON.parse(body)).referenceId
    const usual =
      operation === 'open'
        ? this.#opened()
        : operation === 'status'
          ? this.#inquiry()
          : this.#documents()
    return { status: operation === 'open' ? 201 : 200, body: JSON.stringify(usual) }
  }

  #opened() {
    return { inquiryId: this.inquiryId, identity: IDENTITY, apiKey: SECRETS.VERIFICATION_API_KEY }
  }

  /** S1, but with identity in every status; S3 allows it in only some. */
  #inquiry() {
    return {
      inquiryId: this.inquiryId,
      status: this.inquiryStatus,
      reviewReasons: [INPUT.reviewReason],
      portalDecisionNote: INPUT.portalNote,
      portalDecidedAt: new Date().toISOString(),
      referenceId: this.referenceId,
      note: INPUT.keptNote,
      openedAt: new Date().toISOString(),
      expiresAt: new Date(Date.now() + HOUR_MS).toISOString(),
      identity: IDENTITY,
      customer: IDENTITY.personalInfo,
    }
  }

  #documents() {
    return {
      inquiryId: this.inquiryId,
      status: this.inquiryStatus,
      urlExpiresAt: new Date(Date.now() + 5 * 60_000).toISOString(),
      documents: [
        {
          type: 'passport',
          supportedPageTypes: ['frontPage'],
          frontPage: `${this.url}${ARTIFACT_PATH}?signature=1`,
          owner: IDENTITY.personalInfo,
        },
      ],
    }
  }
}
