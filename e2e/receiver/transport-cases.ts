// How it comes: size, framing, encodings, methods, and connections that break.
import { gzipSync } from 'node:zlib'
import { approval, DELIVERY_ID_HEADER, SIGNATURE_HEADER, signature } from '../fixtures/events'
import type { Case } from './cases'
import { delivery, signedDelivery, toBody } from './delivery'
import { NO_EVENT, NOT_ALLOWED, REFUSED, survived, TOO_LARGE, taken } from './expectations'
import type { RawRequest } from './raw-request'

const MAX_BODY_BYTES = 1024 * 1024
const RECORDED = taken('recorded')

/** An approval of exactly so many bytes. */
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

/** Rightly signed, with the headers that remain when `without` is gone, and `headers`. */
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
    title: 'a body of exactly 1 MiB is taken',
    request: sent({}, () => approvalOf(MAX_BODY_BYTES)),
    expected: RECORDED,
  },
  {
    title: 'one byte over 1 MiB is too large',
    request: sent({}, () => approvalOf(MAX_BODY_BYTES + 1)),
    expected: TOO_LARGE,
  },
  {
    title: '5 MiB are too large',
    request: sent({}, () => approvalOf(5 * MAX_BODY_BYTES)),
    expected: TOO_LARGE,
  },
  {
    title: '5 MiB without a length are too large',
    request: sent({ framing: 'chunked', pieces: 80 }, () => approvalOf(5 * MAX_BODY_BYTES)),
    expected: TOO_LARGE,
  },
  {
    title: '2 MiB without a signature are too large',
    request: () => delivery(Buffer.alloc(2 * MAX_BODY_BYTES, 'x'), null),
    expected: { ...TOO_LARGE, ours: ['413', '401'] },
  },
  {
    title: 'a claim of 2 GiB is refused before they come',
    request: (secret) => ({
      ...withHeaders([['Content-Length', String(2 ** 31)]])(secret),
      framing: 'none',
    }),
    expected: TOO_LARGE,
  },
]

const FRAMING: Case[] = [
  {
    title: 'a body without a length is taken',
    request: sent({ framing: 'chunked' }),
    expected: RECORDED,
  },
  {
    title: 'a body that comes byte by byte is taken',
    request: sent({ framing: 'chunked', pieces: 2_000 }),
    expected: RECORDED,
  },
  {
    title: 'a body that comes slowly is taken',
    request: sent({ pieces: 10, pauseMs: 100 }),
    expected: RECORDED,
  },
  {
    title: 'a sender that asks first is told to go on',
    request: withHeaders([['Expect', '100-continue']]),
    expected: RECORDED,
  },
  {
    title: 'a sender of HTTP/1.0 is served',
    request: sent({ version: '1.0' }),
    expected: RECORDED,
  },
  {
    title: 'a length that cuts the body off is refused (W3)',
    request: (secret) => {
      const right = signedDelivery(secret, approval())
      const length = String(right.body.length - 10)
      return { ...right, headers: [...right.headers, ['Content-Length', length]], framing: 'none' }
    },
    expected: { ...REFUSED, ours: ['401', '400'] },
  },
  {
    title: 'a length and chunks at once are refused',
    request: withHeaders([['Transfer-Encoding', 'chunked']]),
    expected: survived('400'),
  },
  {
    title: 'a length that is no number is refused',
    request: (secret) => ({
      ...withHeaders([['Content-Length', '12abc']])(secret),
      framing: 'none',
    }),
    expected: survived('400'),
  },
  {
    title: 'a chunk whose size is no number is refused',
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
    title: 'a delivery without an id is taken: the signed event id counts (N11)',
    request: replacingHeader(DELIVERY_ID_HEADER),
    expected: RECORDED,
  },
  {
    title: 'a delivery id of 8,000 characters is no reason to fail',
    request: replacingHeader(DELIVERY_ID_HEADER, [[DELIVERY_ID_HEADER, 'd'.repeat(8_000)]]),
    expected: RECORDED,
  },
  {
    title: 'a delivery id of strange characters is no reason to fail',
    request: replacingHeader(DELIVERY_ID_HEADER, [[DELIVERY_ID_HEADER, `';--<b>${'é'}\t%00`]]),
    expected: RECORDED,
  },
  {
    title: 'two delivery ids are no reason to fail',
    request: withHeaders([[DELIVERY_ID_HEADER, 'second']]),
    expected: RECORDED,
  },
  {
    title: 'a delivery without a content type is judged by its signature',
    request: replacingHeader('Content-Type'),
    expected: { ...RECORDED, anyones: (status) => status !== null && status < 500 },
  },
  {
    title: 'another content type is judged by its signature',
    request: replacingHeader('Content-Type', [['Content-Type', 'text/plain; charset=utf-16']]),
    expected: { ...RECORDED, anyones: (status) => status !== null && status < 500 },
  },
  {
    title: 'a boundary without parts is judged by its signature',
    request: replacingHeader('Content-Type', [['Content-Type', 'multipart/form-data; boundary=x']]),
    expected: { ...RECORDED, anyones: (status) => status !== null && status < 500 },
  },
  {
    title: 'a compressed body is refused when its plain text was signed (W3)',
    request: (secret) => {
      const body = toBody(approval())
      const packed = delivery(gzipSync(body), signature(secret, body))
      return { ...packed, headers: [...packed.headers, ['Content-Encoding', 'gzip']] }
    },
    // A server in front may unpack it, and then the signature fits.
    expected: { ...REFUSED, anyones: (status) => status !== null && status < 500 },
  },
  {
    title: 'a compressed body is no event when its bytes were signed (W3)',
    request: (secret) => {
      const packed = signedDelivery(secret, gzipSync(toBody(approval())))
      return { ...packed, headers: [...packed.headers, ['Content-Encoding', 'gzip']] }
    },
    expected: NO_EVENT,
  },
  {
    title: 'a small body that would unpack to 50 MiB is refused (W3)',
    request: () => {
      const bomb = gzipSync(Buffer.alloc(50 * MAX_BODY_BYTES))
      const packed = delivery(bomb, `sha256=${'0'.repeat(64)}`)
      return { ...packed, headers: [...packed.headers, ['Content-Encoding', 'gzip']] }
    },
    expected: REFUSED,
  },
]

const METHODS: Case[] = ['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => ({
  title: `a ${method} is not allowed`,
  request: sent({ method }),
  expected: NOT_ALLOWED,
}))

const BREAKS: Case[] = [
  {
    title: 'a sender that resets in mid-body does no harm',
    request: sent({ breakOff: { afterBytes: 100, how: 'reset' } }),
    expected: survived('closed'),
  },
  {
    title: 'a sender that stops in mid-body does no harm',
    request: sent({ breakOff: { afterBytes: 100, how: 'end' } }),
    expected: survived('closed', '400'),
  },
  {
    title: 'a sender that stops in mid-chunk does no harm',
    request: sent({ framing: 'chunked', breakOff: { afterBytes: 100, how: 'end' } }),
    expected: survived('closed', '400'),
  },
  {
    title: 'a header that is no header does no harm',
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
