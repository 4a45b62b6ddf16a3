// Transport: size, framing, encodings, methods, and broken connections.
import { gzipSync } from 'node:zlib'
import {
  ACCEPTED,
  approval,
  type Case,
  DELIVERY_ID_HEADER,
  delivery,
  EITHER,
  one,
  REFUSED,
  type Request,
  SIGNATURE_HEADER,
  SURVIVED,
  signature,
  signedDelivery,
  toBody,
} from './delivery.ts'
import type { RawRequest } from './raw-request.ts'

const MIB = 1024 * 1024

type Header = [name: string, value: string]

/** An approval of exactly this size. */
function approvalOf(bytes: number): Buffer {
  const filler = (length: number) => toBody(approval({ data: { filler: 'x'.repeat(length) } }))
  return filler(bytes - filler(0).length)
}

const sized =
  (bytes: number, over: Partial<RawRequest> = {}): Request =>
  (secret) =>
    signedDelivery(secret, approvalOf(bytes), over)

const sent =
  (over: Partial<RawRequest>): Request =>
  (secret) =>
    signedDelivery(secret, approval(), over)

/** A correctly signed delivery, with one header replaced by others. */
const replacing =
  (without: string, headers: Header[] = [], over: Partial<RawRequest> = {}): Request =>
  (secret) => {
    const right = signedDelivery(secret, approval(), over)
    const kept = right.headers.filter(([name]) => name !== without)
    return { ...right, headers: [...kept, ...headers] }
  }
const adding = (header: Header, over: Partial<RawRequest> = {}): Request =>
  replacing('', [header], over)

const gzipped = (packed: RawRequest): RawRequest => ({
  ...packed,
  headers: [...packed.headers, ['Content-Encoding', 'gzip']],
})

export const TRANSPORT_CASES: readonly Case[] = [
  one('a body of exactly 1 MiB is accepted', sized(MIB), ACCEPTED),
  one('one byte over 1 MiB causes no server error', sized(MIB + 1), SURVIVED),
  one('5 MiB cause no server error', sized(5 * MIB), SURVIVED),
  one(
    '5 MiB, chunked instead of with a length, cause no server error',
    sized(5 * MIB, { framing: 'chunked', pieces: 80 }),
    SURVIVED,
  ),
  one(
    // The receiver may refuse at once, or wait for the rest of the body.
    'a Content-Length of 2 GiB causes no server error',
    adding(['Content-Length', String(2 ** 31)], { framing: 'none' }),
    {
      wanted: 'below 500, closed or late',
      holds: (answer) => answer === 'late' || SURVIVED.holds(answer),
    },
  ),
  one('a chunked body, without a length, is accepted', sent({ framing: 'chunked' }), ACCEPTED),
  one(
    'a body in 2,000 tiny pieces is accepted',
    sent({ framing: 'chunked', pieces: 2_000 }),
    ACCEPTED,
  ),
  one('Expect: 100-continue is accepted', adding(['Expect', '100-continue']), ACCEPTED),
  one('HTTP/1.0 is accepted', sent({ version: '1.0' }), ACCEPTED),
  one(
    // The bytes after the truncated body are no request, so a server may also just close the connection.
    'a Content-Length that truncates the body is refused (W3)',
    (secret) => {
      const right = signedDelivery(secret, approval())
      const length: Header = ['Content-Length', String(right.body.length - 10)]
      return { ...right, headers: [...right.headers, length], framing: 'none' }
    },
    {
      wanted: 'a 4xx, or closed',
      holds: (answer) => answer === 'closed' || REFUSED.holds(answer),
    },
  ),
  one(
    'a Content-Length together with chunked encoding causes no server error',
    adding(['Transfer-Encoding', 'chunked']),
    SURVIVED,
  ),
  one(
    'a Content-Length that is not a number causes no server error',
    adding(['Content-Length', '12abc'], { framing: 'none' }),
    SURVIVED,
  ),
  one(
    'a chunk whose size is not a number causes no server error',
    adding(['Transfer-Encoding', 'chunked'], {
      framing: 'none',
      body: Buffer.from('zz\r\n{}\r\n0\r\n\r\n'),
    }),
    SURVIVED,
  ),
  one(
    'headers of 64 KiB cause no server error',
    adding(['X-Filler', 'x'.repeat(64 * 1024)]),
    SURVIVED,
  ),
  one('without a delivery id it is accepted (N11)', replacing(DELIVERY_ID_HEADER), ACCEPTED),
  ...['d'.repeat(8_000), `';--<b>${'é'}\t%00`].map((id) =>
    one(
      `a delivery id of ${id.length} unusual characters is accepted`,
      replacing(DELIVERY_ID_HEADER, [[DELIVERY_ID_HEADER, id]]),
      ACCEPTED,
    ),
  ),
  one('two delivery ids are accepted', adding([DELIVERY_ID_HEADER, 'second']), ACCEPTED),
  one('no content type causes no server error', replacing('Content-Type'), EITHER),
  ...['text/plain; charset=utf-16', 'multipart/form-data; boundary=x'].map((type) =>
    one(
      `the content type ${type} causes no server error`,
      replacing('Content-Type', [['Content-Type', type]]),
      EITHER,
    ),
  ),
  one(
    // A proxy may decompress it, and then the signature matches.
    'a compressed body whose uncompressed text was signed causes no server error (W3)',
    (secret) => {
      const body = toBody(approval())
      return gzipped(delivery(gzipSync(body), signature(secret, body)))
    },
    EITHER,
  ),
  one(
    'a compressed body whose bytes were signed causes no server error (W3)',
    (secret) => gzipped(signedDelivery(secret, gzipSync(toBody(approval())))),
    EITHER,
  ),
  one(
    'a small body that would decompress to 50 MiB is refused (W3)',
    () => gzipped(delivery(gzipSync(Buffer.alloc(50 * MIB)), `sha256=${'0'.repeat(64)}`)),
    REFUSED,
  ),
  ...['GET', 'PUT', 'PATCH', 'DELETE'].map((method) =>
    one(`${method} is refused`, sent({ method }), REFUSED),
  ),
  one(
    'a sender that stops mid-body causes no server error',
    sent({ breakOffAfter: 100 }),
    SURVIVED,
  ),
  one(
    'a sender that stops mid-chunk causes no server error',
    sent({ framing: 'chunked', breakOffAfter: 100 }),
    SURVIVED,
  ),
  one(
    'a signature smuggled into another header is refused',
    (secret) => {
      const right = signedDelivery(secret, approval())
      const smuggled: Header = ['X-Note', `a\r\n${SIGNATURE_HEADER}: sha256=0`]
      return { ...right, headers: [smuggled, ...right.headers] }
    },
    REFUSED,
  ),
]
