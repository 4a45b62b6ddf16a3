// A verification service that answers as a story tells it to. Calls without a script get the response that the contract asks for,
// but no inquiry has documents.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { listen } from '../../scripts/ports'

export type Operation = 'open' | 'status' | 'documents'

interface Answer {
  status?: number
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
}

/** Writes the response itself: in pieces, without an end, or never. */
type RawAnswer = (response: ServerResponse) => void

interface Call {
  inquiryId: string | null
  /** The response that the contract asks for, with the inquiry's state when the call arrived. */
  usual: Answer
}

export type Script = (call: Call) => Answer | RawAnswer | Promise<Answer | RawAnswer>

export interface ServiceInquiry {
  inquiryId: string
  referenceId: string
  status: string
}

const openBodySchema = z.object({ referenceId: z.string() })
const DAY_MS = 24 * 3_600_000

export class ScriptedService {
  url = ''
  readonly #inquiries = new Map<string, ServiceInquiry>()
  readonly #scripts = new Map<Operation, Script>()
  readonly #next: Record<Operation, Script[]> = { open: [], status: [], documents: [] }
  readonly #server = createServer((request, response) => {
    // A script that throws breaks the connection, and the story fails on the consequences.
    this.#answer(request, response).catch(() => response.destroy())
  })

  static async start(): Promise<ScriptedService> {
    const service = new ScriptedService()
    service.url = `http://localhost:${await listen(service.#server)}`
    return service
  }

  /** Scripts every call of this operation from now on. */
  answer(operation: Operation, script: Script): void {
    this.#scripts.set(operation, script)
  }

  /** Scripts the next call of this operation, ahead of any other script. */
  answerNext(operation: Operation, script: Script): void {
    this.#next[operation].push(script)
  }

  /** Changes an inquiry's status without sending an event; the story delivers that. */
  setStatus(inquiryId: string, status: string): void {
    this.#inquiry(inquiryId).status = status
  }

  inquiry(inquiryId: string): ServiceInquiry {
    return { ...this.#inquiry(inquiryId) }
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  #inquiry(inquiryId: string): ServiceInquiry {
    const inquiry = this.#inquiries.get(inquiryId)
    if (!inquiry) throw new Error(`The service never opened ${inquiryId}`)
    return inquiry
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    const inquiryId = /^\/api\/v1\/customer\/inquiries\/([^/]+)/.exec(path)?.[1] ?? null
    const operation =
      inquiryId === null ? 'open' : path.endsWith('/documents') ? 'documents' : 'status'
    const usual = this.#usual(operation, inquiryId, await text(request))
    const script = this.#next[operation].shift() ?? this.#scripts.get(operation)
    const answer = script ? await script({ inquiryId, usual }) : usual
    if (typeof answer === 'function') return answer(response)
    const { status = 200, headers, body } = answer
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }

  #usual(operation: Operation, inquiryId: string | null, body: string): Answer {
    if (operation === 'open') return this.#open(body)
    const inquiry = this.#inquiries.get(inquiryId ?? '')
    if (!inquiry) return { status: 404, body: { code: 'INQUIRY_NOT_FOUND' } }
    if (operation === 'documents') return { status: 403, body: { code: 'INQUIRY_NOT_APPROVED' } }
    return {
      body: {
        ...inquiry,
        reviewReasons: [],
        portalDecisionNote: null,
        portalDecidedAt: null,
        note: '',
        openedAt: new Date().toISOString(),
        expiresAt: new Date(Date.now() + DAY_MS).toISOString(),
        inquiryTemplateId: randomUUID(),
      },
    }
  }

  #open(body: string): Answer {
    const { referenceId } = openBodySchema.parse(JSON.parse(body))
    const known = [...this.#inquiries.values()].find((each) => each.referenceId === referenceId)
    const inquiryId = known?.inquiryId ?? randomUUID()
    if (!known) this.#inquiries.set(inquiryId, { inquiryId, referenceId, status: 'PENDING' })
    return { status: 201, body: { inquiryId } }
  }
}
