// The diagnosis of a captured delivery.
import { createHmac, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { hmacKey } from '../../lib/verification/webhook.ts'
import { checkDelivery } from './delivery.ts'

const SECRET = 'whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQ'
const PREVIOUS = 'whsec_cHJldmlvdXMtcHJldmlvdXM'
const env = { VERIFICATION_WEBHOOK_SECRET: SECRET, VERIFICATION_WEBHOOK_SECRET_PREVIOUS: PREVIOUS }

const event = {
  id: randomUUID(),
  type: 'inquiry.approved',
  createdAt: '2026-01-02T03:04:05.678Z',
  data: { inquiryId: randomUUID() },
}
const compact = JSON.stringify(event)
const pretty = JSON.stringify(event, null, 2)
const hex = (text: string, key: string | Buffer = SECRET) =>
  createHmac('sha256', key).update(text).digest('hex')

const what = (body: string, header: string) => checkDelivery(Buffer.from(body), header, env).what

test.each([
  ['the secret', SECRET],
  ['the previous secret', PREVIOUS],
])('a delivery signed with %s verifies', (_, secret) => {
  expect(what(compact, `sha256=${hex(compact, secret)}`)).toContain('verifies')
})

test.each([
  ['no signature', compact, ' ', 'No signature'],
  ['a malformed signature', compact, 'hello', 'Malformed signature'],
  ['no prefix', compact, hex(compact), 'Digest without its prefix'],
  ['another secret', compact, `sha256=${hex(compact, 'whsec_other')}`, 'Wrong secret'],
  ['a key of another form', compact, `sha256=${hex(compact, hmacKey(SECRET, 'base64'))}`, 'form'],
  ['a body printed on one line', compact, `sha256=${hex(pretty)}`, 'Rewritten body'],
  ['a body printed on many lines', pretty, `sha256=${hex(compact)}`, 'Rewritten body'],
  ['an added line break', `${compact}\n`, `sha256=${hex(compact)}`, 'Rewritten body'],
  ['a removed line break', compact, `sha256=${hex(`${compact}\n`)}`, 'Rewritten body'],
  ['an added line break in text that is not JSON', 'x\n', `sha256=${hex('x')}`, 'Rewritten body'],
  ['a signed body that is not an event', '{}', `sha256=${hex('{}')}`, 'not an event'],
])('the doctor recognises %s', (_, body, header, title) => {
  expect(what(body, header)).toContain(title)
})

test('a deeply nested body is diagnosed like any other', () => {
  const nested = '['.repeat(8_000) + ']'.repeat(8_000)
  expect(what(nested, `sha256=${hex('else')}`)).toContain('Wrong secret or altered body')
})

test('a body over the limit is not examined', () => {
  expect(what('x'.repeat(16 * 1024 + 1), `sha256=${hex('else')}`)).toContain('16385 bytes')
})
