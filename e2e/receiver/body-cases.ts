// What is said: rightly signed bodies, from the plain ones to those that break parsers and databases.
import { randomUUID } from 'node:crypto'
import { approval, decline, type Event, review } from '../fixtures/events'
import type { Case } from './cases'
import { signedDelivery, toBody } from './delivery'
import { type Expectation, NO_EVENT, RECORDED, survived } from './expectations'

const signed = (
  title: string,
  expected: Expectation,
  body: () => Event | Buffer | string,
): Case => ({ title, expected, request: (secret) => signedDelivery(secret, body()) })

/** An approval whose JSON text is changed before it is signed. */
const approvalText = (change: (text: string, event: Event) => string) => () => {
  const event = approval()
  return change(JSON.stringify(event), event)
}
const future = (data: unknown) => () => toBody({ ...approval(), type: 'inquiry.future', data })
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
/** Raw bytes where the placeholder stands. */
function withBytes(text: string, placeholder: string, bytes: number[]): Buffer {
  const at = text.indexOf(placeholder)
  return Buffer.concat([
    Buffer.from(text.slice(0, at)),
    Buffer.from(bytes),
    Buffer.from(text.slice(at + placeholder.length)),
  ])
}

const TAKEN: Case[] = [
  signed('an approval of an inquiry that nobody knows is kept (W9)', RECORDED, approval),
  signed('a review of an inquiry that nobody knows is kept (W7)', RECORDED, review),
  signed('a decline of an inquiry that nobody knows is kept (W7)', RECORDED, decline),
  signed('a kind never seen before is taken (N13)', RECORDED, future({ anything: [1, null] })),
  signed('a kind never seen before may have no data (N13)', RECORDED, future(undefined)),
  signed('a kind never seen before may have text as data (N13)', RECORDED, future('text')),
  ...['inquiry/future', 'Inquiry: future', 'inquiry.approved\u0000', 'k'.repeat(1_000), ''].map(
    (type) =>
      signed(
        `a kind may have any form, such as ${JSON.stringify(type.slice(0, 20))} (N13)`,
        RECORDED,
        () => toBody({ ...approval(), type }),
      ),
  ),
  signed('data may hold the inquiryId alone (N12)', RECORDED, () =>
    toBody({ ...review(), data: { inquiryId: randomUUID() } }),
  ),
  signed('unknown fields are no reason to refuse (N12)', RECORDED, () =>
    toBody({
      ...approval({ data: { colour: 'blue', more: {} } }),
      apiVersion: '2',
      livemode: true,
    }),
  ),
  signed('optional fields of the wrong type are no reason to refuse', RECORDED, () =>
    approval({
      data: {
        referenceId: 42,
        status: [],
        correlationId: 'x',
        succeededCapabilities: 'FACE_MATCH',
      },
    }),
  ),
  signed('a body with line breaks and spaces is taken as it was signed', RECORDED, () =>
    JSON.stringify(approval(), null, 2),
  ),
  signed('keys in another order are taken', RECORDED, () => {
    const { id, type, createdAt, data } = approval()
    return toBody({ data, createdAt, type, id })
  }),
  signed(
    'space around the JSON is taken',
    RECORDED,
    approvalText((text) => `\r\n ${text}\n\n`),
  ),
  signed(
    'a byte order mark that was signed is no reason to fail',
    RECORDED,
    approvalText((text) => `\uFEFF${text}`),
  ),
  signed('an id in capitals is an id', RECORDED, () =>
    approval({ id: randomUUID().toUpperCase() }),
  ),
  signed('an id of another UUID version is an id', RECORDED, () =>
    approval({ id: randomUUID().replace(/^(.{14})4/, '$17') }),
  ),
  signed('a time without milliseconds is a time', RECORDED, () =>
    approval({ createdAt: '2026-01-02T03:04:05Z' }),
  ),
  signed('a time with an offset is a time', RECORDED, () =>
    approval({ createdAt: '2026-01-02T03:04:05.678+05:30' }),
  ),
  signed('an event of the year 9999 is taken', RECORDED, () =>
    approval({ createdAt: '9999-12-31T23:59:59.999Z' }),
  ),
  signed('an event of 1970 is taken', RECORDED, () =>
    approval({ createdAt: '1970-01-01T00:00:00.000Z' }),
  ),
  signed('letters of every script are taken', RECORDED, () =>
    approval({ data: { comment: 'Zoë نور 名前 👩‍🚀 \u2028\u2029' } }),
  ),
  signed('invalid UTF-8 in an unknown field is no reason to fail', RECORDED, () =>
    withBytes(JSON.stringify(approval({ data: { comment: '##' } })), '##', [0xff, 0xfe, 0xc3]),
  ),
  signed('a lone surrogate is no reason to fail', RECORDED, () =>
    approval({ data: { referenceId: '\uD800', comment: '\uDFFF' } }),
  ),
  signed('an escaped NUL is no reason to fail', RECORDED, () =>
    approval({
      data: { referenceId: 'a\u0000b', succeededCapabilities: ['\u0000'], comment: '\u0000' },
    }),
  ),
  signed('numbers beyond any range are no reason to fail', RECORDED, () =>
    approvalText((text) =>
      text.replace('"data":{', '"data":{"n":1e400,"m":-0,"k":99999999999999999999,'),
    )(),
  ),
  signed('of a key given twice the last one counts', RECORDED, () =>
    approvalText((text) => text.replace('{', '{"type":"inquiry.nonsense","id":7,'))(),
  ),
  signed('keys that reach for the prototype change nothing', RECORDED, () =>
    approvalText((text) =>
      text.replace(
        '"data":{',
        '"__proto__":{"type":"x"},"constructor":{"prototype":{}},"data":{"__proto__":{"inquiryId":1},',
      ),
    )(),
  ),
  signed('nesting 5,000 deep is no reason to fail', RECORDED, () =>
    approvalText((text) => text.replace('"data":{', `"data":{"deep":${nested(5_000)},`))(),
  ),
  signed('nesting 400,000 deep is no reason to fail', survived('200 recorded', '400'), () =>
    approvalText((text) =>
      text
        .replace('inquiry.approved', 'inquiry.future')
        .replace('"data":{', `"data":{"deep":${nested(400_000)},`),
    )(),
  ),
  signed('10,000 unknown keys are no reason to fail', RECORDED, () =>
    approval({ data: Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`k${n}`, n])) }),
  ),
  signed('a thousand capabilities are no reason to fail', RECORDED, () =>
    approval({ data: { succeededCapabilities: Array(1_000).fill('FACE_MATCH') } }),
  ),
  signed('a reference of 300 characters is no reason to fail (O4)', RECORDED, () =>
    approval({ data: { referenceId: 'r'.repeat(300) } }),
  ),
  signed('text that looks like SQL is text', RECORDED, () =>
    approval({ data: { referenceId: `'); DROP TABLE "WebhookEvent"; --` } }),
  ),
]

const NOT_EVENTS: [what: string, body: () => string | Buffer | Event][] = [
  ['an empty body', () => ''],
  ['white space', () => ' \n '],
  ['text', () => 'approved'],
  ['a form', () => 'type=inquiry.approved&data=1'],
  ['XML', () => '<?xml version="1.0"?><event/>'],
  ['a null', () => 'null'],
  ['a number', () => '1e9999'],
  ['an array', () => JSON.stringify([approval()])],
  ['an empty object', () => '{}'],
  ['JSON that is cut off', approvalText((text) => text.slice(0, -5))],
  ['two events in one body', approvalText((text) => `${text}\n${text}`)],
  ['a raw NUL byte behind the JSON', approvalText((text) => `${text}\0`)],
  ['UTF-16', () => Buffer.from(JSON.stringify(approval()), 'utf16le')],
  ['an event without an id', () => toBody({ ...approval(), id: undefined })],
  ['an event whose id is not a UUID', () => approval({ id: '1' })],
  ['an event without a kind', () => toBody({ ...approval(), type: undefined })],
  ['an event whose kind is a number', () => toBody({ ...approval(), type: 7 })],
  ['an event without a time', () => toBody({ ...approval(), createdAt: undefined })],
  ['an event whose time is a number', () => toBody({ ...approval(), createdAt: 1_700_000_000 })],
  ['an event whose time does not exist', () => approval({ createdAt: '2026-02-30T00:00:00.000Z' })],
  ['an approval without data', () => toBody({ ...approval(), data: undefined })],
  ['an approval whose data is a list', () => toBody({ ...approval(), data: [] })],
  ['an approval without an inquiryId', () => approval({ data: { inquiryId: undefined } })],
  [
    'an approval whose inquiryId is not a UUID',
    () => approval({ data: { inquiryId: '../../etc' } }),
  ],
]

export const BODY_CASES: Case[] = [
  ...TAKEN,
  ...NOT_EVENTS.map(([what, body]) =>
    signed(`${what}, rightly signed, is no event and no failure (W6)`, NO_EVENT, body),
  ),
]
