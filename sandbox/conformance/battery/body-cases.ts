// Bodies: all correctly signed, from ordinary ones to those that break parsers and databases.
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
/** Replaces the placeholder with raw bytes. */
function withBytes(text: string, placeholder: string, bytes: number[]): Buffer {
  const at = text.indexOf(placeholder)
  return Buffer.concat([
    Buffer.from(text.slice(0, at)),
    Buffer.from(bytes),
    Buffer.from(text.slice(at + placeholder.length)),
  ])
}

const ACCEPTED: Case[] = [
  signed('an approval of an unknown inquiry is recorded (W9)', RECORDED, approval),
  signed('a review of an unknown inquiry is recorded (W7)', RECORDED, review),
  signed('a decline of an unknown inquiry is recorded (W7)', RECORDED, decline),
  signed('an unknown kind is accepted (N13)', RECORDED, future({ anything: [1, null] })),
  signed('an unknown kind without data is accepted (N13)', RECORDED, future(undefined)),
  signed('an unknown kind with text as data is accepted (N13)', RECORDED, future('text')),
  ...['inquiry/future', 'Inquiry: future', 'inquiry.approved\u0000', 'k'.repeat(1_000), ''].map(
    (type) =>
      signed(
        `a kind of any form is accepted, such as ${JSON.stringify(type.slice(0, 20))} (N13)`,
        RECORDED,
        () => toBody({ ...approval(), type }),
      ),
  ),
  signed('data with only the inquiryId is accepted (N12)', RECORDED, () =>
    toBody({ ...review(), data: { inquiryId: randomUUID() } }),
  ),
  signed('unknown fields are accepted (N12)', RECORDED, () =>
    toBody({
      ...approval({ data: { colour: 'blue', more: {} } }),
      apiVersion: '2',
      livemode: true,
    }),
  ),
  signed('optional fields of the wrong type are accepted', RECORDED, () =>
    approval({
      data: {
        referenceId: 42,
        status: [],
        correlationId: 'x',
        succeededCapabilities: 'FACE_MATCH',
      },
    }),
  ),
  signed('a signed body with line breaks and spaces is accepted', RECORDED, () =>
    JSON.stringify(approval(), null, 2),
  ),
  signed('keys in a different order are accepted', RECORDED, () => {
    const { id, type, createdAt, data } = approval()
    return toBody({ data, createdAt, type, id })
  }),
  signed(
    'whitespace around the JSON is accepted',
    RECORDED,
    approvalText((text) => `\r\n ${text}\n\n`),
  ),
  signed(
    'a signed byte order mark is accepted',
    RECORDED,
    approvalText((text) => `\uFEFF${text}`),
  ),
  signed('an id in upper case is accepted', RECORDED, () =>
    approval({ id: randomUUID().toUpperCase() }),
  ),
  signed('an id of another UUID version is accepted', RECORDED, () =>
    approval({ id: randomUUID().replace(/^(.{14})4/, '$17') }),
  ),
  signed('a time without milliseconds is accepted', RECORDED, () =>
    approval({ createdAt: '2026-01-02T03:04:05Z' }),
  ),
  signed('a time with an offset is accepted', RECORDED, () =>
    approval({ createdAt: '2026-01-02T03:04:05.678+05:30' }),
  ),
  signed('an event from the year 9999 is accepted', RECORDED, () =>
    approval({ createdAt: '9999-12-31T23:59:59.999Z' }),
  ),
  signed('an event from 1970 is accepted', RECORDED, () =>
    approval({ createdAt: '1970-01-01T00:00:00.000Z' }),
  ),
  signed('letters of every script are accepted', RECORDED, () =>
    approval({ data: { comment: 'Zoë نور 名前 👩‍🚀 \u2028\u2029' } }),
  ),
  signed('invalid UTF-8 in an unknown field is accepted', RECORDED, () =>
    withBytes(JSON.stringify(approval({ data: { comment: '##' } })), '##', [0xff, 0xfe, 0xc3]),
  ),
  signed('a lone surrogate is accepted', RECORDED, () =>
    approval({ data: { referenceId: '\uD800', comment: '\uDFFF' } }),
  ),
  signed('an escaped NUL is accepted', RECORDED, () =>
    approval({
      data: { referenceId: 'a\u0000b', succeededCapabilities: ['\u0000'], comment: '\u0000' },
    }),
  ),
  signed('out-of-range numbers are accepted', RECORDED, () =>
    approvalText((text) =>
      text.replace('"data":{', '"data":{"n":1e400,"m":-0,"k":99999999999999999999,'),
    )(),
  ),
  signed('the last value of a duplicate key counts', RECORDED, () =>
    approvalText((text) => text.replace('{', '{"type":"inquiry.nonsense","id":7,'))(),
  ),
  signed('keys that target the prototype are accepted', RECORDED, () =>
    approvalText((text) =>
      text.replace(
        '"data":{',
        '"__proto__":{"type":"x"},"constructor":{"prototype":{}},"data":{"__proto__":{"inquiryId":1},',
      ),
    )(),
  ),
  signed('nesting 5,000 levels deep is accepted', RECORDED, () =>
    approvalText((text) => text.replace('"data":{', `"data":{"deep":${nested(5_000)},`))(),
  ),
  signed(
    'nesting 400,000 levels deep causes no server error',
    survived('200 recorded', '400'),
    () =>
      approvalText((text) =>
        text
          .replace('inquiry.approved', 'inquiry.future')
          .replace('"data":{', `"data":{"deep":${nested(400_000)},`),
      )(),
  ),
  signed('10,000 unknown keys are accepted', RECORDED, () =>
    approval({ data: Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`k${n}`, n])) }),
  ),
  signed('a thousand capabilities are accepted', RECORDED, () =>
    approval({ data: { succeededCapabilities: Array(1_000).fill('FACE_MATCH') } }),
  ),
  signed('a reference of 300 characters is accepted (O4)', RECORDED, () =>
    approval({ data: { referenceId: 'r'.repeat(300) } }),
  ),
  signed('text that looks like SQL is accepted as text', RECORDED, () =>
    approval({ data: { referenceId: `'); DROP TABLE "WebhookEvent"; --` } }),
  ),
]

const NOT_EVENTS: [what: string, body: () => string | Buffer | Event][] = [
  ['an empty body', () => ''],
  ['whitespace', () => ' \n '],
  ['text', () => 'approved'],
  ['a form', () => 'type=inquiry.approved&data=1'],
  ['XML', () => '<?xml version="1.0"?><event/>'],
  ['a null', () => 'null'],
  ['a number', () => '1e9999'],
  ['an array', () => JSON.stringify([approval()])],
  ['an empty object', () => '{}'],
  ['truncated JSON', approvalText((text) => text.slice(0, -5))],
  ['two events in one body', approvalText((text) => `${text}\n${text}`)],
  ['a raw NUL byte after the JSON', approvalText((text) => `${text}\0`)],
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
  ...ACCEPTED,
  ...NOT_EVENTS.map(([what, body]) =>
    signed(
      `${what}, correctly signed, is not an event and causes no server error (W6)`,
      NO_EVENT,
      body,
    ),
  ),
]
