import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isSignedBy, readSignature, SECRET_FORMS, type SecretForm, sign } from './signature'

const SECRET = 'whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQ'
const PREVIOUS = 'whsec_cHJldmlvdXMtcHJldmlvdXM'
const body = Buffer.from('{"id":"1", "name":"Zoë"}')
/** Node's own HMAC, for comparison. */
const hmac = (bytes: string | Uint8Array, key: string | Uint8Array = SECRET) =>
  createHmac('sha256', key).update(bytes).digest('hex')
const asUtf8 = (secret: string, form: SecretForm = 'utf8') => ({ secret, form })
/** Headers under the contract's name (W4). */
const headers = (value: string | null) =>
  new Headers(value === null ? {} : { 'X-Service-Signature': value })

function signatureOf(hex: string) {
  const read = readSignature(headers(`sha256=${hex}`))
  if (!read.ok) throw new Error(read.reason)
  return read.signature
}

describe('readSignature', () => {
  test.each([
    ['sha256= and 64 hex digits', `sha256=${hmac(body)}`],
    ['spaces around the value and capital letters', ` SHA256=${hmac(body).toUpperCase()} `],
  ])('accepts %s (W4)', (_, value) => {
    const read = readSignature(headers(value))
    expect(read.ok && isSignedBy(body, read.signature, [asUtf8(SECRET)])).toBe(true)
  })

  test.each([
    ['no header', null, 'no_header'],
    ['an empty header', '', 'no_header'],
    ['a blank header', ' ', 'no_header'],
    ['nonsense', 'hello', 'malformed_header'],
    ['something before the prefix', `v=sha256=${hmac(body)}`, 'malformed_header'],
    ['something before a bare digest', `v1,${hmac(body)}`, 'malformed_header'],
    ['a short digest', `sha256=${hmac(body).slice(2)}`, 'malformed_header'],
    ['a long digest', `sha256=${hmac(body)}00`, 'malformed_header'],
    ['another algorithm', `sha1=${hmac(body)}`, 'malformed_header'],
    ['letters that are not hex', `sha256=${'z'.repeat(64)}`, 'malformed_header'],
    ['a digest without its prefix (W10)', ` ${hmac(body)}`, 'malformed_header'],
  ])('rejects %s', (_, value, reason) => {
    expect(readSignature(headers(value))).toEqual({ ok: false, reason })
  })
})

describe('isSignedBy', () => {
  test('accepts the HMAC-SHA256 of the raw bytes, and of nothing else (W3, W10)', () => {
    const isSigned = (hex: string) => isSignedBy(body, signatureOf(hex), [asUtf8(SECRET)])
    expect(isSigned(hmac(body))).toBe(true)
    expect(isSigned(hmac('{}'))).toBe(false)
    expect(isSigned(hmac(body, 'whsec_other'))).toBe(false)
  })

  test('accepts the previous secret only while it is configured (N16)', () => {
    const signature = signatureOf(hmac(body, PREVIOUS))
    expect(isSignedBy(body, signature, [asUtf8(SECRET), asUtf8(PREVIOUS)])).toBe(true)
    expect(isSignedBy(body, signature, [asUtf8(SECRET)])).toBe(false)
  })

  test.each<[SecretForm, string | Uint8Array]>([
    ['utf8', 'whsec_YWJj'],
    ['utf8-bare', 'YWJj'],
    ['base64', 'abc'],
  ])('accepts only the configured form of the HMAC key: %s (N15)', (form, key) => {
    const signature = signatureOf(hmac(body, key))
    const accepted = SECRET_FORMS.filter((each) =>
      isSignedBy(body, signature, [asUtf8('whsec_YWJj', each)]),
    )
    expect(accepted).toEqual([form])
  })

  test('only a leading whsec_ is removed (N15)', () => {
    const secret = asUtf8('a-whsec_b', 'utf8-bare')
    expect(isSignedBy(body, signatureOf(hmac(body, 'a-whsec_b')), [secret])).toBe(true)
  })
})

test('a signature of `sign` is accepted, under the contract’s header (W4)', () => {
  for (const form of SECRET_FORMS) {
    const secret = asUtf8(SECRET, form)
    const read = readSignature(new Headers(sign(body, secret)))
    expect(read.ok && isSignedBy(body, read.signature, [secret])).toBe(true)
  }
})
