// Signatures: a receiver must refuse anything except `sha256=` and the HMAC of exactly these bytes (W3, W4, W10).
import { createHash, createHmac } from 'node:crypto'
import {
  ACCEPTED,
  approval,
  type Case,
  delivery,
  EITHER,
  type Expectation,
  hmac,
  one,
  REFUSED,
  type Request,
  SIGNATURE_HEADER,
  signature,
  toBody,
} from './delivery.ts'

const WRONG_SECRET = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

type SignatureOf = (secret: string, body: Buffer) => string | null

const bare = (secret: string) => secret.replace(/^whsec_/, '')
const hexOf = (algorithm: string, secret: string, body: Buffer) =>
  createHmac(algorithm, secret).update(body)

/** Values of the signature header of an approval. */
const SIGNATURES: readonly [what: string, of: SignatureOf, expected?: Expectation][] = [
  ['no signature (W4)', () => null],
  ['an empty signature', () => ''],
  ['a prefix without a digest', () => 'sha256='],
  ['a bare digest, without its prefix (W10)', hmac],
  ['the prefix of another algorithm', (secret, body) => `sha512=${hmac(secret, body)}`],
  ['SHA-512', (secret, body) => `sha256=${hexOf('sha512', secret, body).digest('hex')}`],
  ['Base64 (W3)', (secret, body) => `sha256=${hexOf('sha256', secret, body).digest('base64')}`],
  ['another secret', (_, body) => signature(WRONG_SECRET, body)],
  ['an empty secret', (_, body) => signature('', body)],
  [
    "the secret without its prefix, unless that's the receiver's key form (N15)",
    (secret, body) => signature(bare(secret), body),
    EITHER,
  ],
  [
    "the decoded secret, unless that's the receiver's key form (N15)",
    (secret, body) => `sha256=${hmac(Buffer.from(bare(secret), 'base64'), body)}`,
    EITHER,
  ],
  [
    'SHA-256 of secret and body, without HMAC',
    (secret, body) => `sha256=${createHash('sha256').update(secret).update(body).digest('hex')}`,
  ],
  ['a digest one character short', (secret, body) => signature(secret, body).slice(0, -1)],
  ['a digest with extra characters', (secret, body) => `${signature(secret, body)}00`],
  ['a digest that is not hexadecimal', () => `sha256=${'z'.repeat(64)}`],
  ['the signature of an empty body', (secret) => signature(secret, '')],
  ['a signature of 12,000 characters', () => `sha256=${'a'.repeat(12_000)}`],
  [
    'a list of signatures that includes the right one',
    (secret, body) => `${signature(WRONG_SECRET, body)},${signature(secret, body)}`,
  ],
]

/** Changes to the body after it was signed (W10). */
const ALTERED: readonly [what: string, change: (signed: Buffer) => Buffer][] = [
  ['an altered body', (body) => Buffer.from(body.toString().replace('APPROVED', 'DECLINED'))],
  [
    'a body that was parsed and serialised again',
    (body) => Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 2)),
  ],
  ['a body with an extra newline', (body) => Buffer.concat([body, Buffer.from('\n')])],
  ['an unsigned byte order mark', (body) => Buffer.concat([Buffer.from('\uFEFF'), body])],
]

const withHeaders =
  (headersOf: (right: string) => [string, string][]): Request =>
  (secret) => {
    const body = toBody(approval())
    return delivery(body, null, { headers: headersOf(signature(secret, body)) })
  }

export const SIGNATURE_CASES: readonly Case[] = [
  ...SIGNATURES.map(([what, of, expected = REFUSED]) =>
    one(
      `signed with ${what}: refused`,
      (secret) => {
        const body = toBody(approval())
        return delivery(body, of(secret, body))
      },
      expected,
    ),
  ),
  ...ALTERED.map(([what, change]) =>
    one(
      `${what} is refused (W10)`,
      (secret) => {
        const body = toBody(approval())
        return delivery(change(body), signature(secret, body))
      },
      REFUSED,
    ),
  ),
  one(
    'a wrong signature before the right one, in two headers, is refused',
    withHeaders((right) => [
      [SIGNATURE_HEADER, `sha256=${'0'.repeat(64)}`],
      [SIGNATURE_HEADER, right],
    ]),
    REFUSED,
  ),
  one(
    'the right signature in another header is refused',
    withHeaders((right) => [['X-Signature', right]]),
    REFUSED,
  ),
  one(
    'the right signature in the query is refused',
    (secret) => {
      const body = toBody(approval())
      const query = `?signature=${encodeURIComponent(signature(secret, body))}`
      return delivery(body, null, { query })
    },
    REFUSED,
  ),
  one(
    'an empty body without a signature is refused',
    () => delivery(Buffer.alloc(0), null),
    REFUSED,
  ),
  one(
    // Hex ignores case, but a receiver may insist on lower case.
    'a digest in upper case is accepted or refused',
    (secret) => {
      const body = toBody(approval())
      return delivery(body, `sha256=${hmac(secret, body).toUpperCase()}`)
    },
    EITHER,
  ),
  one(
    'header names are case-insensitive',
    withHeaders((right) => [
      ['x-SERVICE-signature', right],
      ['CONTENT-TYPE', 'application/json'],
    ]),
    ACCEPTED,
  ),
]
