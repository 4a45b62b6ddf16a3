import { NextRequest } from 'next/server'
import { expect, test, vi } from 'vitest'
import { carrySentForm, readSentForm } from './sent-form'

const KNOWN = '60'.padEnd(42, 'a')
const UNKNOWN = '60'.padEnd(42, 'b')
vi.mock('./known-actions', () => ({ isKnownAction: (id: string | null) => id === KNOWN }))

const URL = 'https://shop.example/apply'

/** What a browser posts without JavaScript. */
function post(action: string, headers: Record<string, string> = {}): NextRequest {
  const form = new FormData()
  form.set('$ACTION_REF_1', '')
  form.set('$ACTION_1:0', JSON.stringify({ id: action, bound: '$@1' }))
  form.set('$ACTION_1:1', '[]')
  form.set('note', 'Grüße an alle')
  form.set('terms', 'on')
  const request = new NextRequest(URL, { method: 'POST', body: form })
  for (const [name, value] of Object.entries({
    host: 'shop.example',
    origin: 'https://shop.example',
    'content-length': '900',
    ...headers,
  }))
    request.headers.set(name, value)
  return request
}

async function carry(request: NextRequest): Promise<Headers> {
  const headers = new Headers(request.headers)
  await carrySentForm(request, headers)
  return headers
}

test('answers to an action that this build does not know reach the page, without the action', async () => {
  const headers = await carry(post(UNKNOWN))
  expect(readSentForm(headers)).toEqual({ note: 'Grüße an alle', terms: 'on' })
  // Next would look for the action again.
  expect(headers.has('content-type')).toBe(false)
})

test('a form without any action is treated the same way', async () => {
  const form = new FormData()
  form.set('note', 'Hello')
  const request = new NextRequest(URL, { method: 'POST', body: form })
  for (const [name, value] of post(UNKNOWN).headers)
    if (name !== 'content-type') request.headers.set(name, value)
  expect(readSentForm(await carry(request))).toEqual({ note: 'Hello' })
})

test('a form that cannot be read is reported as such', async () => {
  const request = post(UNKNOWN)
  const broken = new NextRequest(URL, {
    method: 'POST',
    body: 'no boundary',
    headers: request.headers,
  })
  expect(await carrySentForm(broken, new Headers(broken.headers))).toBe(false)
})

test.each([
  ['a known action', post(KNOWN)],
  ['a call by script', post(UNKNOWN, { 'next-action': UNKNOWN })],
  ['a form from another site', post(UNKNOWN, { origin: 'https://evil.example' })],
  ['a form without an origin', post(UNKNOWN, { origin: 'null' })],
  ['a large body', post(UNKNOWN, { 'content-length': '70000' })],
  ['a GET', new NextRequest(URL)],
])('%s is left to Next', async (_, request) => {
  const headers = await carry(request)
  expect(readSentForm(headers)).toBe(null)
  expect(headers.get('content-type')).toBe(request.headers.get('content-type'))
})

test('a client cannot pass answers to the page in the header', async () => {
  const carried = (await carry(post(UNKNOWN))).get('x-sent-form') ?? ''
  expect(carried).not.toBe('')
  const forged = new NextRequest(URL, { headers: { 'x-sent-form': carried } })
  expect(readSentForm(await carry(forged))).toBe(null)
})
