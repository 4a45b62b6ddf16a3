// Transport: size, framing, encodings, methods, and connections that break.
import { gzipSync } from 'node:zlib'
import { approval, DELIVERY_ID_HEADER, SIGNATURE_HEADER, signature } from '../fixtures/events'
import type { Case } from './cases'
import { delivery, signedDelivery, toBody } from './delivery'
import { NO_EVENT, NOT_ALLOWED, RECORDED, REFUSED, survived, TOO_LARGE } from './expectations'
import type { RawRequest } from './raw-request'

const MAX_BODY_BYTES = 1024 * 1024

/** An approval of exactly this many bytes. */
function approvalOf(bytes: number): Buffer {
  const filler = (length: number) => toBody(approval({ data: { filler: 'x'.repeat(length) } }))
  return filler(bytes - filler(0).length)
}

const sent =
  (over: Partial<RawRequest>, body: () => Buffer = () => toBody(approval())) =>
  (secret: string): RawRequest =>
    signedDelivery(secret, body(), over)

const withHeaders =
  (headers: [string, string][], over: Partial<RawRequest> = {}) =>
  (secret: string): RawRequest => {
    const right = signedDelivery(secret, approval(), over)
    return { ...right, headers: [...right.headers, ...headers] }
  }

/** A correctly signed delivery, without the header `without` and with `headers` added. */
const replacingHeader =
  (without: string, headers: [string, string][] = []) =>
  (secret: string): RawRequest => {
    const right = signedDelivery(secret, approval())
    return {
      ...right,
      headers: [...right.headers.filter(([name]) => name !== without), ...headers],
    }
  }

const SIZES: Case[] = [
  {
    title: 'a body of exactly 1 MiB is accepted',
    request: sent({}, () => approvalOf(MAX_BODY_BYTES)),
    expected: RECORDED,
  },
  {
    title: 'one byte over 1 MiB is too large',
    request: sent({}, () => approvalOf(MAX_BODY_BYTES + 1)),
    expected: TOO_LARGE,
  },
  {
    title: '5 MiB is too large',
    request: sent({}, () => approvalOf(5 * MAX_BODY_BYTES)),
    expected: TOO_LARGE,
  },
  {
    title: '5 MiB without a length is too large',
    request: sent({ framing: 'chunked', pieces: 80 }, () => approvalOf(5 * MAX_BODY_BYTES)),
    expected: TOO_LARGE,
  },
  {
    title: '2 MiB without a signature is refused',
    request: () => delivery(Buffer.alloc(2 * MAX_BODY_BYTES, 'x'), null),
    expected: { ...TOO_LARGE, ours: ['413', '401'] },
  },
  {
    title: 'a Content-Length of 2 GiB is refused before the body arrives',
    request: (secret) => ({
      ...withHeaders([['Content-Length', String(2 ** 31)]])(secret),
      framing: 'none',
    }),
    expected: TOO_LARGE,
  },
]

const FRAMING: Case[] = [
  {
    title: 'a body without a length is accepted',
    request: sent({ framing: 'chunked' }),
    expected: RECORDED,
  },
  {
    title: 'a body that arrives in tiny pieces is accepted',
    request: sent({ framing: 'chunked', pieces: 2_000 }),
    expected: RECORDED,
  },
  {
    title: 'a body that arrives slowly is accepted',
    request: sent({ pieces: 10, pauseMs: 100 }),
    expected: RECORDED,
  },
  {
    title: 'a delivery with Expect: 100-continue is accepted',
    request: withHeaders([['Expect', '100-continue']]),
    expected: RECORDED,
  },
  {
    title: 'a delivery over HTTP/1.0 is accepted',
    request: sent({ version: '1.0' }),
    expected: RECORDED,
  },
  {
    title: 'a Content-Length that truncates the body is refused (W3)',
    request: (secret) => {
      const right = signedDelivery(secret, approval())
      const length = String(right.body.length - 10)
      return { ...right, headers: [...right.headers, ['Content-Length', length]], framing: 'none' }
    },
    // The rest isn't a request, so a server may also just close the connection.
    expected: {
      ours: ['401', '400'],
      isAllowed: (status) => status === null || REFUSED.isAllowed(status),
    },
  },
  {
    title: 'a Content-Length together with chunked encoding is refused',
    request: withHeaders([['Transfer-Encoding', 'chunked']]),
    expected: survived('400'),
  },
  {
    title: 'a Content-Length that is not a number is refused',
    request: (secret) => ({
      ...withHeaders([['Content-Length', '12abc']])(secret),
      framing: 'none',
    }),
    expected: survived('400'),
  },
  {
    title: 'a chunk whose size is not a number is refused',
    request: (secret) => ({
      ...withHeaders([['Transfer-Encoding', 'chunked']])(secret),
      framing: 'none',
      body: Buffer.from('zz\r\n{}\r\n0\r\n\r\n'),
    }),
    expected: survived('400', 'closed'),
  },
  {
    title: 'headers of 64 KiB are refused',
    request: withHeaders([['X-Filler', 'x'.repeat(64 * 1024)]]),
    expected: survived('431', 'closed'),
  },
]

const HEADERS: Case[] = [
  {
    title: 'a delivery without a delivery id is accepted: the signed event id counts (N11)',
    request: replacingHeader(DELIVERY_ID_HEADER),
    expected: RECORDED,
  },
  {
    title: 'a delivery id of 8,000 characters is accepted',
    request: replacingHeader(DELIVERY_ID_HEADER, [[DELIVERY_ID_HEADER, 'd'.repeat(8_000)]]),
    expected: RECORDED,
  },
  {
    title: 'a delivery id with unusual characters is accepted',
    request: replacingHeader(DELIVERY_ID_HEADER, [[DELIVERY_ID_HEADER, `';--<b>${'é'}\t%00`]]),
    expected: RECORDED,
  },
  {
    title: 'two delivery ids are accepted',
    request: withHeaders([[DELIVERY_ID_HEADER, 'second']]),
    expected: RECORDED,
  },
  {
    title: 'a delivery without a content type is judged by its signature',
    request: replacingHeader('Content-Type'),
    expected: { ...RECORDED, isAllowed: (status) => status !== null && status < 500 },
  },
  {
    title: 'another content type is judged by its signature',
    request: replacingHeader('Content-Type', [['Content-Type', 'text/plain; charset=utf-16']]),
    expected: { ...RECORDED, isAllowed: (status) => status !== null && status < 500 },
  },
  {
    title: 'a multipart content type is judged by its signature',
    request: replacingHeader('Content-Type', [['Content-Type', 'multipart/form-data; boundary=x']]),
    expected: { ...RECORDED, isAllowed: (status) => status !== null && status < 500 },
  },
  {
    title: 'a compressed body is refused if its uncompressed text was signed (W3)',
    request: (secret) => {
      const body = toBody(approval())
      const packed = delivery(gzipSync(body), signature(secret, body))
      return { ...packed, headers: [...packed.headers, ['Content-Encoding', 'gzip']] }
    },
    // A proxy in front may decompress it, and then the signature matches.
    expected: { ...REFUSED, isAllowed: (status) => status !== null && status < 500 },
  },
  {
    title: 'a compressed body is not an event even if its bytes were signed (W3)',
    request: (secret) => {
      const packed = signedDelivery(secret, gzipSync(toBody(approval())))
      return { ...packed, headers: [...packed.headers, ['Content-Encoding', 'gzip']] }
    },
    expected: NO_EVENT,
  },
  {
    title: 'a small body that would decompress to 50 MiB is refused (W3)',
    request: () => {
      const bomb = gzipSync(Buffer.alloc(50 * MAX_BODY_BYTES))
      const packed = delivery(bomb, `sha256=${'0'.repeat(64)}`)
      return { ...packed, headers: [...packed.headers, ['Content-Encoding', 'gzip']] }
    },
    expected: REFUSED,
  },
]

const METHODS: Case[] = ['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => ({
  title: `${method} is not allowed`,
  request: sent({ method }),
  expected: NOT_ALLOWED,
}))

const BREAKS: Case[] = [
  {
    title: 'a sender that resets mid-body does no harm',
    request: sent({ breakOff: { afterBytes: 100, how: 'reset' } }),
    expected: survived('closed'),
  },
  {
    title: 'a sender that stops mid-body does no harm',
    request: sent({ breakOff: { afterBytes: 100, how: 'end' } }),
    expected: survived('closed', '400'),
  },
  {
    title: 'a sender that stops mid-chunk does no harm',
    request: sent({ framing: 'chunked', breakOff: { afterBytes: 100, how: 'end' } }),
    expected: survived('closed', '400'),
  },
  {
    title: 'a malformed header does no harm',
    request: () => ({ headers: [['X Bad Name\u0000', 'x']], body: Buffer.alloc(0) }),
    expected: survived('400', 'closed'),
  },
  {
    title: 'a line break smuggled into a header does no harm',
    request: (secret) => {
      const right = signedDelivery(secret, approval())
      const smuggled: [string, string] = ['X-Note', `a\r\n${SIGNATURE_HEADER}: sha256=0`]
      return { ...right, headers: [smuggled, ...right.headers] }
    },
    expected: REFUSED,
  },
]

export const TRANSPORT_CASES: Case[] = [...SIZES, ...FRAMING, ...HEADERS, ...METHODS, ...BREAKS]
