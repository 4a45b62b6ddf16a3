// Who may speak: whatever is not `sha256=` and the HMAC of exactly these bytes is refused (W3, W4, W10).
import { createHmac } from 'node:crypto'
import { approval, hmac, SIGNATURE_HEADER, signature } from '../fixtures/events'
import type { Case } from './cases'
import { delivery, signedDelivery, toBody } from './delivery'
import { REFUSED, survived, taken } from './expectations'
import type { RawRequest } from './raw-request'

const WRONG_SECRET = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

type SignatureOf = (secret: string, body: Buffer) => string | null

/** An approval under a signature that `of` makes. */
const approvalUnder =
  (of: SignatureOf) =>
  (secret: string): RawRequest => {
    const body = toBody(approval())
    return delivery(body, of(secret, body))
  }

const refused = (title: string, of: SignatureOf): Case => ({
  title,
  request: approvalUnder(of),
  expected: REFUSED,
})

const withSignatureHeaders =
  (headersOf: (right: string) => [string, string][]) =>
  (secret: string): RawRequest => {
    const body = toBody(approval())
    return delivery(body, null, { headers: headersOf(signature(secret, body)) })
  }

const bare = (secret: string) => secret.replace(/^whsec_/, '')

export const SIGNATURE_CASES: Case[] = [
  refused('a delivery without a signature is refused (W4)', () => null),
  refused('an empty signature is refused', () => ''),
  refused('a prefix without a digest is refused', () => 'sha256='),
  refused('a bare digest, without its prefix, is refused (W10)', hmac),
  refused(
    'the prefix of another algorithm is refused',
    (secret, body) => `sha512=${hmac(secret, body)}`,
  ),
  refused('a digest of another algorithm is refused', (secret, body) => {
    return `sha256=${createHmac('sha512', secret).update(body).digest('hex')}`
  }),
  refused('a digest in Base64 is refused (W3)', (secret, body) => {
    return `sha256=${createHmac('sha256', secret).update(body).digest('base64')}`
  }),
  refused('a signature by another secret is refused', (_, body) => signature(WRONG_SECRET, body)),
  refused('a signature by the empty secret is refused', (_, body) => signature('', body)),
  refused('a signature keyed without the prefix of the secret is refused (N15)', (secret, body) =>
    signature(bare(secret), body),
  ),
  refused('a signature keyed with the decoded secret is refused (N15)', (secret, body) => {
    return `sha256=${hmac(Buffer.from(bare(secret), 'base64url'), body)}`
  }),
  refused('a plain SHA-256 of body and secret is refused', (secret, body) => {
    return `sha256=${hmac('', Buffer.concat([body, Buffer.from(secret)]))}`
  }),
  refused('a digest that is one character short is refused', (secret, body) =>
    signature(secret, body).slice(0, -1),
  ),
  refused(
    'a digest with more behind it is refused',
    (secret, body) => `${signature(secret, body)}00`,
  ),
  refused('a digest that is not hexadecimal is refused', () => `sha256=${'z'.repeat(64)}`),
  refused('a digest of zeros is refused', () => `sha256=${'0'.repeat(64)}`),
  refused('the signature of an empty body is refused for another one', (secret) =>
    signature(secret, ''),
  ),
  refused('a signature of 12,000 characters is refused', () => `sha256=${'a'.repeat(12_000)}`),
  refused(
    'a list of signatures with the right one in it is refused',
    (secret, body) => `${signature(WRONG_SECRET, body)},${signature(secret, body)}`,
  ),
  refused('a right signature as the value of a field is refused', (secret, body) => {
    return `v1=${hmac(secret, body)}, ${signature(secret, body)}`
  }),
  {
    title: 'a wrong signature before the right one, in two headers, is refused',
    request: withSignatureHeaders((right) => [
      [SIGNATURE_HEADER, `sha256=${'0'.repeat(64)}`],
      [SIGNATURE_HEADER, right],
    ]),
    expected: REFUSED,
  },
  {
    title: 'a right signature under another name is refused',
    request: withSignatureHeaders((right) => [['X-Signature', right]]),
    expected: REFUSED,
  },
  {
    title: 'a right signature in the query is refused',
    request: (secret) => {
      const body = toBody(approval())
      const query = `?signature=${encodeURIComponent(signature(secret, body))}`
      return delivery(body, null, { query })
    },
    expected: REFUSED,
  },
  {
    title: 'a body of which one byte was altered is refused (W10)',
    request: (secret) => {
      const body = toBody(approval())
      const altered = Buffer.from(body.toString().replace('APPROVED', 'DECLINED'))
      return delivery(altered, signature(secret, body))
    },
    expected: REFUSED,
  },
  {
    title: 'a body that was parsed and written again is refused (W10)',
    request: (secret) => {
      const event = approval()
      const signed = signature(secret, JSON.stringify(event))
      return delivery(Buffer.from(JSON.stringify(event, null, 2)), signed)
    },
    expected: REFUSED,
  },
  {
    title: 'a body with one more newline is refused (W10)',
    request: (secret) => {
      const body = toBody(approval())
      return delivery(Buffer.concat([body, Buffer.from('\n')]), signature(secret, body))
    },
    expected: REFUSED,
  },
  {
    title: 'a byte order mark that was not signed is refused',
    request: (secret) => {
      const body = toBody(approval())
      return delivery(Buffer.concat([Buffer.from('\uFEFF'), body]), signature(secret, body))
    },
    expected: REFUSED,
  },
  {
    title: 'garbage without a signature is refused',
    request: () => delivery(Buffer.from('{"__proto__":{"admin":true}'), null),
    expected: REFUSED,
  },
  {
    title: 'an empty body without a signature is refused',
    request: () => delivery(Buffer.alloc(0), null),
    expected: REFUSED,
  },
  {
    title: 'a digest in capitals is the same digest',
    request: approvalUnder((secret, body) => `sha256=${hmac(secret, body).toUpperCase()}`),
    // Hexadecimal has no case of its own; a receiver that insists on small letters is not wrong.
    expected: {
      ...survived('200 unmatched'),
      anyones: (status) => status !== null && status < 500,
    },
  },
  {
    title: 'names of headers in any case are the same headers',
    request: withSignatureHeaders((right) => [
      ['x-SERVICE-signature', right],
      ['CONTENT-TYPE', 'application/json'],
    ]),
    expected: taken('recorded'),
  },
  {
    title: 'the right signature with a cookie and a referrer is taken',
    request: (secret) => {
      const right = signedDelivery(secret, approval())
      return {
        ...right,
        headers: [...right.headers, ['Cookie', 'staff-session=x'], ['Referer', 'x']],
      }
    },
    expected: taken('recorded'),
  },
]
