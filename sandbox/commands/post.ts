// Sends exact bytes to a receiver in one HTTP POST, with a five-second timeout and without following redirects (N9).
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Attempt } from '../scenario/attempt.ts'
import { guardedLookup } from '../service/endpoint-url.ts'

/** How long a receiver may take to answer (N9). */
const ANSWER_TIMEOUT_MS = 5_000
const MAX_ANSWER_BYTES = 16 * 1024
const TRICKLE_STEPS = 8
const TRICKLE_STEP_MS = 500

export interface Posting extends Pick<Attempt, 'headers' | 'body' | 'manner'> {
  url: URL
}

export interface PostResult {
  /** Null if no response came. `failure` then gives the reason ("timeout", "ECONNREFUSED" …). */
  status: number | null
  failure: string | null
  headers: Record<string, string>
  body: string
}

const failed = (failure: string): PostResult => ({
  status: null,
  failure,
  headers: {},
  body: '',
})

export function post(posting: Posting): Promise<PostResult> {
  const { url, headers, body, manner } = posting
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve) => {
    const timeout = setTimeout(() => fail('timeout'), ANSWER_TIMEOUT_MS)
    const settle = (result: PostResult) => {
      clearTimeout(timeout)
      resolve(result)
    }
    const request = send(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(body.byteLength) },
      // A receiver may close a kept-alive connection just when it is reused, and the delivery would then need a retry.
      agent: false,
      lookup: guardedLookup,
    })
    const fail = (failure: string) => {
      settle(failed(failure))
      request.destroy()
    }
    request.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? 'error'))
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      let length = 0
      response.on('data', (chunk: Buffer) => {
        length += chunk.byteLength
        if (length <= MAX_ANSWER_BYTES) chunks.push(chunk)
      })
      response.on('error', () => fail('aborted'))
      response.on('end', () =>
        settle({
          status: response.statusCode ?? 0,
          failure: null,
          headers: Object.fromEntries(
            Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
          ),
          body: Buffer.concat(chunks).toString('utf8'),
        }),
      )
    })
    switch (manner) {
      case 'whole':
        request.end(body)
        break
      case 'reset':
        request.write(body.subarray(0, Math.ceil(body.byteLength / 2)), () => fail('reset'))
        break
      case 'slow':
        trickle(body, (chunk) => request.write(chunk)).then(() => request.end())
        break
    }
  })
}

async function trickle(body: Uint8Array, write: (chunk: Uint8Array) => void): Promise<void> {
  const size = Math.ceil(body.byteLength / TRICKLE_STEPS)
  for (let start = 0; start < body.byteLength; start += size) {
    write(body.subarray(start, start + size))
    await new Promise((resolve) => setTimeout(resolve, TRICKLE_STEP_MS))
  }
}
