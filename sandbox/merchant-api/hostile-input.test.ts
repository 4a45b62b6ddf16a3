// Malformed, oversized and odd requests over a raw socket. Each gets a 4xx, never a 5xx, and stores nothing.
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Sandbox } from '../index.ts'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { INQUIRIES, setUp } from '../testing/merchant.ts'

let sandbox: Sandbox
let port: number

beforeEach(async () => {
  ;({ sandbox } = setUp())
  port = Number(new URL(await sandbox.listen()).port)
})
afterEach(() => sandbox.close())

const KEY = `x-api-key: ${DEMO_TENANT.apiKey}`
const JSON_TYPE = 'content-type: application/json'

/** Sends raw bytes and returns the response's status. */
function sendRaw(head: string, body: string | Buffer = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1')
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]
      if (status === undefined) return
      resolve(Number(status))
      socket.destroy()
    })
    // The server may close the connection before it has read everything; only the response matters.
    socket.on('error', () => undefined)
    socket.on('close', () => reject(new Error(`no answer: ${answer}`)))
    socket.write(head, 'latin1')
    socket.write(body)
  })
}

const request = (line: string, ...headers: string[]) =>
  `${[line, 'host: localhost', 'connection: close', ...headers].join('\r\n')}\r\n\r\n`
const TEN_MEBIBYTES = Buffer.alloc(10 * 1024 * 1024, 0x20)

test.each<[string, number, string, (string | Buffer)?]>([
  [
    'a body of 10 MiB with its length',
    413,
    request(
      `POST ${INQUIRIES} HTTP/1.1`,
      KEY,
      JSON_TYPE,
      `content-length: ${TEN_MEBIBYTES.byteLength}`,
    ),
    TEN_MEBIBYTES,
  ],
  [
    'a body of 10 MiB in chunks, without a length',
    413,
    request(`POST ${INQUIRIES} HTTP/1.1`, KEY, JSON_TYPE, 'transfer-encoding: chunked'),
    Buffer.concat([
      Buffer.from(`${TEN_MEBIBYTES.byteLength.toString(16)}\r\n`),
      TEN_MEBIBYTES,
      Buffer.from('\r\n0\r\n\r\n'),
    ]),
  ],
  [
    'a header with a bare line feed',
    400,
    request(`POST ${INQUIRIES} HTTP/1.1`, KEY, 'x-correlation-id: a\nx-injected: b'),
  ],
  [
    'a header with an encoded line break',
    404,
    request(`GET ${INQUIRIES}/x HTTP/1.1`, KEY, 'x-correlation-id: a%0d%0ax-injected: b'),
  ],
  [
    'a correlation id beyond ASCII',
    404,
    request(`GET ${INQUIRIES}/x HTTP/1.1`, KEY, 'x-correlation-id: \xe9'),
  ],
  ['a path with dot segments', 404, request('GET /api/v1/customer/../../etc/passwd HTTP/1.1', KEY)],
  ['a path with a broken escape', 404, request(`GET ${INQUIRIES}/%zz HTTP/1.1`, KEY)],
  [
    'documents with a broken escape in the id',
    400,
    request(`GET ${INQUIRIES}/%zz/documents HTTP/1.1`, KEY),
  ],
  ['an unsupported method', 405, request(`PATCH ${INQUIRIES} HTTP/1.1`, KEY)],
  ['a WebDAV method', 405, request(`PROPFIND ${INQUIRIES} HTTP/1.1`, KEY)],
  ['two keys', 401, request(`GET ${INQUIRIES}/x HTTP/1.1`, KEY, KEY)],
  ['a key with a null byte', 400, request(`GET ${INQUIRIES}/x HTTP/1.1`, 'x-api-key: a\0b')],
  ['a header of 100 KiB', 431, request(`GET ${INQUIRIES}/x HTTP/1.1`, `x: ${'a'.repeat(102_400)}`)],
])('%s is a %i', async (_, status, head, body) => {
  expect(await sendRaw(head, body)).toBe(status)
  expect(sandbox.store.inquiries.values()).toHaveLength(0)
})
