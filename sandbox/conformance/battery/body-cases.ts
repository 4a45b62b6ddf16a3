// Bodies, all correctly signed, from ordinary ones to ones that break parsers and databases.
import { randomUUID } from 'node:crypto'
import {
  ACCEPTED,
  approval,
  type Case,
  decline,
  EITHER,
  type Event,
  one,
  review,
  SURVIVED,
  signedDelivery,
  toBody,
} from './delivery.ts'

type Body = () => Event | Buffer | string

/** An approval whose JSON text is changed before signing. */
const text =
  (change: (json: string) => string): Body =>
  () =>
    change(JSON.stringify(approval()))
const inData = (json: string) => text((each) => each.replace('"data":{', `"data":{${json},`))
const without =
  (field: string): Body =>
  () =>
    toBody({ ...approval(), [field]: undefined })
const having =
  (fields: object): Body =>
  () =>
    toBody({ ...approval(), ...fields })
const data =
  (fields: object): Body =>
  () =>
    approval({ data: fields })
const nested = (depth: number) => `"deep":${'['.repeat(depth)}${']'.repeat(depth)}`
const future = (more: object): Body => having({ type: 'inquiry.future', ...more })

const KINDS = ['inquiry/future', 'inquiry.approved\u0000', 'k'.repeat(1_000), '']

const EVENTS: readonly [what: string, body: Body][] = [
  ['an approval of an unknown inquiry (W9)', approval],
  ['a review of an unknown inquiry (W7)', review],
  ['a decline of an unknown inquiry (W7)', decline],
  [
    'inquiry.future, an unknown kind, with {"anything":[1,null]} as data (N13)',
    future({ data: { anything: [1, null] } }),
  ],
  ['inquiry.future without data (N13)', future({ data: undefined })],
  ['inquiry.future with text as data (N13)', future({ data: 'text' })],
  ...KINDS.map((type): [string, Body] => [
    `a kind of any form, such as ${JSON.stringify(type.slice(0, 20))} (N13)`,
    having({ type }),
  ]),
  [
    'data with only the inquiryId (N12)',
    () => toBody({ ...review(), data: { inquiryId: randomUUID() } }),
  ],
  ['unknown fields (N12)', having({ apiVersion: '2', livemode: true })],
  ['unknown fields in data (N12)', data({ colour: 'blue', more: {} })],
  [
    'optional fields of the wrong type',
    data({ referenceId: 42, status: [], correlationId: 'x', succeededCapabilities: 'FACE_MATCH' }),
  ],
  ['a body with line breaks and spaces', () => JSON.stringify(approval(), null, 2)],
  ['whitespace around the JSON', text((json) => `\r\n ${json}\n\n`)],
  ['a signed byte order mark', text((json) => `\uFEFF${json}`)],
  [
    'an id of another UUID version',
    () => approval({ id: randomUUID().replace(/^(.{14})4/, '$17') }),
  ],
  ['a time without milliseconds', () => approval({ createdAt: '2026-01-02T03:04:05Z' })],
  ['a time with an offset', () => approval({ createdAt: '2026-01-02T03:04:05.678+05:30' })],
  ['an event from the year 9999', () => approval({ createdAt: '9999-12-31T23:59:59.999Z' })],
  ['letters of every script', data({ comment: 'Zoë نور 名前 👩‍🚀 \u2028\u2029' })],
  ['invalid UTF-8 in an unknown field', () => invalidUtf8(approval({ data: { comment: '##' } }))],
  ['a lone surrogate', data({ referenceId: '\uD800', comment: '\uDFFF' })],
  [
    'an escaped NUL',
    data({ referenceId: 'a\u0000b', succeededCapabilities: ['\u0000'], comment: '\u0000' }),
  ],
  ['numbers out of range', inData('"n":1e400,"m":-0,"k":99999999999999999999')],
  [
    'duplicate keys, of which the last counts',
    text((json) => json.replace('{', '{"type":"inquiry.nonsense","id":7,')),
  ],
  [
    'keys that target the prototype',
    text((json) =>
      json.replace(
        '"data":{',
        '"__proto__":{"type":"x"},"constructor":{"prototype":{}},"data":{"__proto__":{"inquiryId":1},',
      ),
    ),
  ],
  ['nesting 5,000 levels deep', inData(nested(5_000))],
  [
    '10,000 unknown keys',
    data(
      Object.fromEntries(
        Array(10_000)
          .fill(0)
          .map((n, i) => [`k${i}`, n]),
      ),
    ),
  ],
  ['a reference of 300 characters (O4)', data({ referenceId: 'r'.repeat(300) })],
  ['text that looks like SQL', data({ referenceId: `'); DROP TABLE "WebhookEvent"; --` })],
]

const NOT_EVENTS: readonly [what: string, body: Body][] = [
  ['an empty body', () => ''],
  ['a form', () => 'type=inquiry.approved&data=1'],
  ['XML', () => '<?xml version="1.0"?><event/>'],
  ['a null', () => 'null'],
  ['an array', () => JSON.stringify([approval()])],
  ['an empty object', () => '{}'],
  ['truncated JSON', text((json) => json.slice(0, -5))],
  ['two events in one body', text((json) => `${json}\n${json}`)],
  ['UTF-16', () => Buffer.from(JSON.stringify(approval()), 'utf16le')],
  ['an event without an id', without('id')],
  ['an event whose id is not a UUID', having({ id: '1' })],
  ['an event without a kind', without('type')],
  ['an event whose kind is a number', having({ type: 7 })],
  ['an event without a time', without('createdAt')],
  ['an event whose time is a number', having({ createdAt: 1_700_000_000 })],
  ['an event whose time does not exist', having({ createdAt: '2026-02-30T00:00:00.000Z' })],
  ['an approval without data', without('data')],
  ['an approval without an inquiryId', data({ inquiryId: undefined })],
  ['an approval whose inquiryId is not a UUID', data({ inquiryId: '../../etc' })],
]

const signed = (body: Body) => (secret: string) => signedDelivery(secret, body())

export const BODY_CASES: readonly Case[] = [
  ...EVENTS.map(([what, body]) => one(`${what}: accepted`, signed(body), ACCEPTED)),
  ...NOT_EVENTS.map(([what, body]) =>
    one(
      `${what}, correctly signed, is not an event and causes no server error (W6)`,
      signed(body),
      EITHER,
    ),
  ),
  one(
    'nesting 400,000 levels deep causes no server error',
    signed(inData(nested(400_000))),
    SURVIVED,
  ),
]

/** Replaces the placeholder with bytes that aren't UTF-8. */
function invalidUtf8(event: Event): Buffer {
  const [before = '', after = ''] = JSON.stringify(event).split('##')
  return Buffer.concat([Buffer.from(before), Buffer.from([0xff, 0xfe, 0xc3]), Buffer.from(after)])
}
