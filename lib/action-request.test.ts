import { createRequire } from 'node:module'
import { NextRequest } from 'next/server'
import { describe, expect, test, vi } from 'vitest'
import { readActionRequest } from './action-request'

const KNOWN = '60'.padEnd(42, 'a')
const OF_ANOTHER_BUILD = '60'.padEnd(42, 'b')
vi.mock('./known-actions', () => ({ isKnownAction: (id: string | null) => id === KNOWN }))

const react: {
  createTemporaryReferenceSet(): unknown
  encodeReply(args: unknown[], options: object): Promise<string | FormData>
} = createRequire(import.meta.url)('next/dist/compiled/react-server-dom-turbopack/client.browser')

const ORIGIN = 'https://shop.example'
const CALL = { 'next-action': KNOWN }
const MULTIPART = { 'content-type': 'multipart/form-data; boundary=x' }

function post(body: string | FormData, headers: Record<string, string> = {}): NextRequest {
  const request = new NextRequest(`${ORIGIN}/apply`, { method: 'POST', body })
  // The constructor would drop some of these.
  for (const [name, value] of Object.entries({ host: 'shop.example', origin: ORIGIN, ...headers }))
    request.headers.set(name, value)
  return request
}

async function statusOf(request: NextRequest): Promise<number | 'accepted'> {
  const action = await readActionRequest(request)
  return action.ok ? 'accepted' : action.status
}

const part = (name: string, value: string, head = `form-data; name="${name}"`) =>
  `--x\r\ncontent-disposition: ${head}\r\n\r\n${value}\r\n`
const END = '--x--\r\n'
const multipart = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => part(name, value))
    .join('') + END

const formOf = (fields: Record<string, string>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
/** What React puts into a form, for a browser without JavaScript. */
const hiddenFields = (bound: string, id = KNOWN) => ({
  $ACTION_REF_1: '',
  '$ACTION_1:0': `{"id":"${id}","bound":"$@1"}`,
  '$ACTION_1:1': bound,
  $ACTION_KEY: 'k3b1e2f',
})

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

describe('what the pages send is accepted', () => {
  const note = '😀'.repeat(250)
  const values = { product: 'a product', note, terms: 'on' }
  const state = { errors: { note: 'characters', form: undefined }, values }
  test.each<[string, unknown[]]>([
    ['no arguments', []],
    ['an id', ['018f6b1e-0000-7000-8000-000000000000', true, null]],
    ['text that looks like a reference', ['$1 off', '$', '$K1', { password: '$@1$F2' }]],
    ['a form and its state', [state, formOf(values)]],
    ['a form with its hidden fields', [{}, formOf({ ...hiddenFields('[{}]'), note })]],
    ['two forms', [formOf({ note }), formOf({ note: '--x\r\n"' })]],
    ['values that JSON lacks', [undefined, Number.NaN, -0, -Infinity, 10n, new Date(0)]],
  ])('with JavaScript: %s', async (_, args) => {
    const body = await react.encodeReply(args, {
      temporaryReferences: react.createTemporaryReferenceSet(),
    })
    expect(await statusOf(post(body, CALL))).toBe('accepted')
  })

  test.each([
    ['an action', { [`$ACTION_ID_${KNOWN}`]: '', note }],
    ['an action with a state', { ...hiddenFields(JSON.stringify([state])), ...values }],
    ['an action of another build, whatever its arguments', hiddenFields('?', OF_ANOTHER_BUILD)],
  ])('without JavaScript: %s', async (_, fields) => {
    expect(await statusOf(post(formOf(fields)))).toBe('accepted')
  })

  test('from a client that names no origin', async () => {
    const request = post('[]', CALL)
    request.headers.delete('origin')
    expect(await statusOf(request)).toBe('accepted')
  })
})

describe('a call that React can’t decode is a bad request', () => {
  const lists: [string, string][] = [
    ['nothing', ''],
    ['text that isn’t JSON', '{bad'],
    ['an object', '{}'],
    ['a part that is missing', '["$1"]'],
    ['a promise', '["$@1"]'],
    ['a map', '["$Q1"]'],
    ['a reference in an object', '[{"a":["$1:0"]}]'],
    ['a temporary reference', '["$T"]'],
    ['a BigInt of 301 digits', `["$n${'1'.repeat(301)}"]`],
    ['a BigInt that isn’t a number', '["$nx"]'],
    ['1,001 arguments', `[${Array(1_001).fill('0').join(',')}]`],
    ['deeply nested arrays', `[${nested(200)}]`],
    ['arrays nested deeper than the stack', `[${nested(32_000)}]`],
    ['deeply nested objects', `[${'{"a":'.repeat(200)}0${'}'.repeat(200)}]`],
    ['a form inside another argument', '[["$K1"]]'],
  ]
  test.each([...lists, ['a form that was not sent', '["$K1"]']])('%s', async (_, body) => {
    expect(await statusOf(post(body, CALL))).toBe(400)
  })
  test.each(lists)('in a form: %s', async (_, list) => {
    const body = multipart({ 0: list, _1_note: 'Hello' })
    expect(await statusOf(post(body, { ...CALL, ...MULTIPART }))).toBe(400)
  })
  test.each([
    ['no parts', END],
    ['no arguments', multipart({ _1_note: 'Hello' })],
    ['arguments twice', part('0', '[]') + multipart({ 0: '[]' })],
    ['arguments under a number that equals 0', multipart({ 0: '[]', '0x0': '{bad' })],
    ['a part of no form', multipart({ 0: '[]', other: '{bad' })],
    ['another numbered part', multipart({ 0: '[]', 1: '[]' })],
  ])('in a form: %s', async (_, body) => {
    expect(await statusOf(post(body, { ...CALL, ...MULTIPART }))).toBe(400)
  })
})

// Next reads these with one parser if JavaScript sent them, with another if not, and the two disagree about some.
describe('a multipart body that no browser sends is a bad request', () => {
  const head = 'form-data; name="0"'
  test.each([
    ['no boundary in it', 'x'],
    ['a lot of garbage', 'x'.repeat(60_000)],
    ['no end', part('0', '[]')],
    ['text before it', `hello\r\n${multipart({ 0: '[]' })}`],
    ['text after it', multipart({ 0: '[]' }) + multipart({ 1: '[]' })],
    ['an encoding', part('0', 'W10=', `${head}\r\ncontent-transfer-encoding: base64`) + END],
    ['a type', part('0', '[]', `${head}\r\ncontent-type: application/octet-stream`) + END],
    ['a file', part('0', '[]', `${head}; filename="a"`) + END],
    ['two names', part('0', '[]', `form-data; name="a"; name*=utf-8''0`) + END],
    ['two heads', part('0', '[]', `${head}\r\ncontent-disposition: form-data; name="1"`) + END],
  ])('%s', async (_, body) => {
    expect(await statusOf(post(body, MULTIPART))).toBe(400)
    expect(await statusOf(post(body, { ...CALL, ...MULTIPART }))).toBe(400)
  })
  test('no boundary in the header, and no origin', async () => {
    const request = post('x', { 'content-type': 'multipart/form-data' })
    request.headers.delete('origin')
    expect(await statusOf(request)).toBe(400)
  })
})

describe('a form without JavaScript whose action React can’t decode is a bad request', () => {
  const good = hiddenFields('[{}]')
  const { '$ACTION_1:1': _, ...withoutArguments } = good
  test.each<[string, Record<string, string>]>([
    ['arguments are missing', withoutArguments],
    ['arguments aren’t JSON', hiddenFields('{bad')],
    ['arguments refer to a missing part', hiddenFields('["$2"]')],
    ['arguments refer to a form', { ...hiddenFields('["$K1"]'), _1_note: 'Hello' }],
    ['arguments are nested too deeply', hiddenFields(`[${nested(4_000)}]`)],
    ['description has two ids', { ...good, '$ACTION_1:0': `{"id":"x","id":"${KNOWN}"}` }],
    ['description has no arguments', { ...good, '$ACTION_1:0': `{"id":"${KNOWN}","bound":5}` }],
    ['arguments come under two numbers', { ...good, '$ACTION_1:01': '[]' }],
    ['other action is described too', { ...good, $ACTION_REF_2: '' }],
    ['other action is named too', { ...good, [`$ACTION_ID_${KNOWN}`]: '' }],
  ])('its %s', async (_, fields) => {
    expect(await statusOf(post(formOf({ ...fields, note: 'Hello' })))).toBe(400)
  })
  test('its arguments come twice', async () => {
    const form = formOf(good)
    form.append('$ACTION_1:1', '{bad')
    expect(await statusOf(post(form))).toBe(400)
  })
})

describe.each([
  ['a call', '[]', CALL],
  ['a call with a form', multipart({ 0: '["$K1"]', _1_note: 'Hello' }), { ...CALL, ...MULTIPART }],
  ['a form', multipart({ [`$ACTION_ID_${KNOWN}`]: '' }), MULTIPART],
])('%s', (_, body, headers) => {
  test.each(['https://elsewhere.example', 'null'])(
    'from the origin %s is refused',
    async (origin) => {
      expect(await statusOf(post(body, { ...headers, origin }))).toBe(403)
    },
  )
  test('of more than 64 KiB is too large', async () => {
    const long = body.replace(/"?\]|Hello|(?=\r\n--x--)/, `${' '.repeat(64 * 1024)}$&`)
    expect(await statusOf(post(long, headers))).toBe(413)
    expect(await statusOf(post(body, { ...headers, 'content-length': '12000000' }))).toBe(413)
  })
})

/** Before the proxy runs, Next begins to buffer the body of every request to a page, for as long as the sender likes. */
test('Next buffers enough of a body to see that it is too large, and little more', async () => {
  const { default: config } = await import('../next.config.js')
  expect(config.experimental?.proxyClientMaxBodySize).toBe('256kb')
})

test.each([
  ['a page that is read', new NextRequest(`${ORIGIN}/apply`)],
  ['a post that calls no action', post('x'.repeat(100_000), { origin: 'null' })],
])('%s is left to Next', async (_, request) => {
  expect(await statusOf(request)).toBe('accepted')
  expect(request.bodyUsed).toBe(false)
})

test('only a form whose action this build doesn’t know is handed on', async () => {
  const read = (fields: Record<string, string>) => readActionRequest(post(formOf(fields)))
  expect(await read(hiddenFields('[{}]'))).toEqual({ ok: true, outdatedForm: null })
  for (const fields of [hiddenFields('[{}]', OF_ANOTHER_BUILD), {}])
    expect(await read({ ...fields, note: 'Grüße' })).toEqual({
      ok: true,
      outdatedForm: formOf({ ...fields, note: 'Grüße' }),
    })
  const call = post('[]', { 'next-action': OF_ANOTHER_BUILD })
  expect(await readActionRequest(call)).toEqual({ ok: true, outdatedForm: null })
})
