// HTTPS requests that trust Caddy's certificate authority.
import type { IncomingHttpHeaders } from 'node:http'
import { Agent, request } from 'node:https'

const TIMEOUT_MS = 30_000

export interface Answer {
  /** 0 if there was no response; `text` is then the error code. */
  status: number
  headers: IncomingHttpHeaders
  text: string
  ms: number
}

export type Call = (
  url: string,
  options?: { method?: string; headers?: Record<string, string>; body?: Uint8Array },
) => Promise<Answer>

export function createClient(certificate: string): { call: Call; close: () => void } {
  const agent = new Agent({ keepAlive: true, ca: certificate })
  const call: Call = (url, { method = 'GET', headers = {}, body } = {}) =>
    new Promise((resolve) => {
      const startedAt = performance.now()
      const end = (status: number, text: string, answered: IncomingHttpHeaders = {}) =>
        resolve({ status, text, headers: answered, ms: performance.now() - startedAt })
      const sent = request(url, { method, headers, agent, timeout: TIMEOUT_MS }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.once('error', (error) => end(0, error.message))
        answer.once('end', () =>
          end(answer.statusCode ?? 0, Buffer.concat(chunks).toString(), answer.headers),
        )
      })
      sent.once('timeout', () => sent.destroy(new Error('no response in time')))
      sent.once('error', (error) => end(0, 'code' in error ? String(error.code) : error.message))
      sent.end(body)
    })
  return { call, close: () => agent.destroy() }
}
