// Sends one HTTP/1 request over its own connection, exactly as given, byte for byte. fetch and node:http would correct, merge or
// refuse the requests of a hostile or broken sender.
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** N9: how long the service waits for an answer. */
export const ANSWER_TIMEOUT_MS = 5_000
/** How long to wait if the sender pauses. */
const HELD_TIMEOUT_MS = 20_000

export interface RawRequest {
  method?: string
  /** Appended to the receiver's URL. */
  query?: string
  version?: '1.0' | '1.1'
  /** Sent in this order and case, with duplicates. `Host` is added. */
  headers: readonly (readonly [name: string, value: string])[]
  body: Buffer
  /** `length` sends a correct Content-Length, `chunked` no length. With `none`, `headers` decide. */
  framing?: 'length' | 'chunked' | 'none'
  pieces?: number
  /** The sender pauses after half of the body until this resolves. */
  hold?: Promise<void>
  /** The sender disconnects after this many bytes of the body. */
  breakOffAfter?: number
}

/** The response's status; `closed` if the connection ended without a response, `late` if none came in time. */
export type RawAnswer = number | 'closed' | 'late'

export async function sendRaw(url: string, request: RawRequest): Promise<RawAnswer> {
  const socket = await open(url)
  const answer = readAnswer(socket, request.hold ? HELD_TIMEOUT_MS : ANSWER_TIMEOUT_MS)
  // A receiver that refuses early may also close early. Writing then fails, but only the response matters.
  socket.on('error', () => {})
  await write(socket, url, request)
  return answer
}

function open(url: string): Promise<Socket> {
  const { protocol, hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket =
      protocol === 'https:'
        ? connectTls({ host: hostname, port: Number(port || 443), servername: hostname }, () =>
            resolve(socket),
          )
        : connectTcp({ host: hostname, port: Number(port || 80) }, () => resolve(socket))
    socket.once('error', reject)
    socket.setNoDelay(true)
  })
}

async function write(socket: Socket, url: string, request: RawRequest): Promise<void> {
  const { framing = 'length', hold, pieces = hold ? 2 : 1, breakOffAfter } = request
  socket.write(head(url, request, framing))
  const sent = request.body.subarray(0, breakOffAfter)
  const size = Math.max(1, Math.ceil(sent.length / pieces))
  for (let at = 0; at < sent.length && socket.writable; at += size) {
    const piece = sent.subarray(at, at + size)
    if (framing === 'chunked') socket.write(`${piece.length.toString(16)}\r\n`)
    socket.write(piece)
    if (framing === 'chunked') socket.write('\r\n')
    await hold
  }
  if (breakOffAfter !== undefined) socket.end()
  else if (framing === 'chunked') socket.write('0\r\n\r\n')
}

function head(url: string, request: RawRequest, framing: string): string {
  const { method = 'POST', query = '', version = '1.1', headers, body } = request
  const { host, pathname, search } = new URL(url)
  const lines = [
    `${method} ${pathname}${search}${query} HTTP/${version}`,
    `Host: ${host}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ]
  if (framing === 'length') lines.push(`Content-Length: ${body.length}`)
  if (framing === 'chunked') lines.push('Transfer-Encoding: chunked')
  return [...lines, '', ''].join('\r\n')
}

function readAnswer(socket: Socket, timeoutMs: number): Promise<RawAnswer> {
  return new Promise((resolve) => {
    let received = ''
    const finish = (answer: RawAnswer) => {
      clearTimeout(timer)
      resolve(answer)
      socket.destroy()
    }
    const timer = setTimeout(finish, timeoutMs, 'late')
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      const status = statusIn(received)
      if (status !== undefined) finish(status)
    })
    socket.once('close', () => finish('closed'))
  })
}

/** The status in the first complete head, not counting 100 Continue. */
function statusIn(text: string): number | undefined {
  const heads = text.split('\r\n\r\n').slice(0, -1)
  const statuses = heads.map((head) => Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? 0))
  return statuses.find((status) => status !== 100)
}
