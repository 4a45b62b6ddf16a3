// Signatures: anything but `sha256=` and the HMAC of exactly these bytes is refused (W3, W4, W10).
import { createHash, createHmac } from 'node:crypto'
import { approval, hmac, SIGNATURE_HEADER, signature } from '../fixtures/events'
import type { Case } from './cases'
import { delivery, signedDelivery, toBody } from './delivery'
import { OTHER_KEY_FORM, RECORDED, REFUSED, survived } from './expectations'
import type { RawRequest } from './raw-request'

const WRONG_SECRET = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

type SignatureOf = (secret: string, body: Buffer) => string | null

/** An approval with the signature that `of` returns. */
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
  refused('a signature with another secret is refused', (_, body) => signature(WRONG_SECRET, body)),
  refused('a signature with an empty secret is refused', (_, body) => signature('', body)),
  {
    title:
      "a signature keyed without the secret's prefix is refused, unless that's the receiver's key form (N15)",
    request: approvalUnder((secret, body) => signature(bare(secret), body)),
    expected: OTHER_KEY_FORM,
  },
  {
    title:
      "a signature keyed with the decoded secret is refused, unless that's the receiver's key form (N15)",
    request: approvalUnder((secret, body) => {
      return `sha256=${hmac(Buffer.from(bare(secret), 'base64'), body)}`
    }),
    expected: OTHER_KEY_FORM,
  },
  refused('a SHA-256 digest of secret and body, without HMAC, is refused', (secret, body) => {
    return `sha256=${createHash('sha256').update(secret).update(body).digest('hex')}`
  }),
  refused('an HMAC of body and secret with an empty key is refused', (secret, body) => {
    return `sha256=${hmac('', Buffer.concat([body, Buffer.from(secret)]))}`
  }),
  refused('a digest that is one character short is refused', (secret, body) =>
    signature(secret, body).slice(0, -1),
  ),
  refused(
    'a digest with extra characters is refused',
    (secret, body) => `${signature(secret, body)}00`,
  ),
  refused('a digest that is not hexadecimal is refused', () => `sha256=${'z'.repeat(64)}`),
  refused('a digest of zeros is refused', () => `sha256=${'0'.repeat(64)}`),
  refused('the signature of an empty body is refused for any other body', (secret) =>
    signature(secret, ''),
  ),
  refused('a signature of 12,000 characters is refused', () => `sha256=${'a'.repeat(12_000)}`),
  refused(
    'a list of signatures that includes the correct one is refused',
    (secret, body) => `${signature(WRONG_SECRET, body)},${signature(secret, body)}`,
  ),
  refused('a correct signature after a v1 field is refused', (secret, body) => {
    return `v1=${hmac(secret, body)}, ${signature(secret, body)}`
  }),
  {
    title: 'a wrong signature before the correct one, in two headers, is refused',
    request: withSignatureHeaders((right) => [
      [SIGNATURE_HEADER, `sha256=${'0'.repeat(64)}`],
      [SIGNATURE_HEADER, right],
    ]),
    expected: REFUSED,
  },
  {
    title: 'a correct signature in another header is refused',
    request: withSignatureHeaders((right) => [['X-Signature', right]]),
    expected: REFUSED,
  },
  {
    title: 'a correct signature in the query is refused',
    request: (secret) => {
      const body = toBody(approval())
      const query = `?signature=${encodeURIComponent(signature(secret, body))}`
      return delivery(body, null, { query })
    },
    expected: REFUSED,
  },
  {
    title: 'an altered body is refused (W10)',
    request: (secret) => {
      const body = toBody(approval())
      const altered = Buffer.from(body.toString().replace('APPROVED', 'DECLINED'))
      return delivery(altered, signature(secret, body))
    },
    expected: REFUSED,
  },
  {
    title: 'a body that was parsed and serialised again is refused (W10)',
    request: (secret) => {
      const event = approval()
      const signed = signature(secret, JSON.stringify(event))
      return delivery(Buffer.from(JSON.stringify(event, null, 2)), signed)
    },
    expected: REFUSED,
  },
  {
    title: 'a body with an extra newline is refused (W10)',
    request: (secret) => {
      const body = toBody(approval())
      return delivery(Buffer.concat([body, Buffer.from('\n')]), signature(secret, body))
    },
    expected: REFUSED,
  },
  {
    title: 'an unsigned byte order mark is refused',
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
    title: 'a digest in upper case is the same digest',
    request: approvalUnder((secret, body) => `sha256=${hmac(secret, body).toUpperCase()}`),
    // Hex is case-insensitive, but a receiver that insists on lower case isn't wrong.
    expected: {
      ...survived('200 recorded'),
      isAllowed: (status) => status !== null && status < 500,
    },
  },
  {
    title: 'header names are case-insensitive',
    request: withSignatureHeaders((right) => [
      ['x-SERVICE-signature', right],
      ['CONTENT-TYPE', 'application/json'],
    ]),
    expected: RECORDED,
  },
  {
    title: 'a correct signature with a cookie and a referrer is accepted',
    request: (secret) => {
      const right = signedDelivery(secret, approval())
      return {
        ...right,
        headers: [...right.headers, ['Cookie', 'staff-session=x'], ['Referer', 'x']],
      }
    },
    expected: RECORDED,
  },
]
