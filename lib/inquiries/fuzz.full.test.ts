// Fuzzing: no body, header or response from the service makes the app throw.
import { createHmac, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runs } from '../testing/runs'
import { insertOpenInquiry, startTestApp, type TestApp, WEBHOOK_SECRET } from '../testing/test-app'
import { createVerificationClient } from '../verification/client'
import { VerificationError } from '../verification/errors'
import { parseSignature } from '../verification/webhook'
import { receiveDelivery } from './record-event'

/** The nightly run sets FUZZ_CASES to 100,000. */
const CASES = runs('FUZZ_CASES', 2_000)
const TIMEOUT_MS = 60_000 + CASES * 20

let app: TestApp
let known: { inquiryId: string | null; referenceId: string }
beforeAll(async () => {
  app = await startTestApp()
  known = await insertOpenInquiry()
})
afterAll(() => app.stop())

/** Sometimes a value from the contract, sometimes any JSON. */
const oneOf = (...values: unknown[]) => fc.oneof(fc.constantFrom(...values), fc.jsonValue())

const eventArbitrary = fc.record(
  {
    id: fc.oneof(fc.uuid(), fc.jsonValue()),
    type: oneOf('inquiry.approved', 'inquiry.declined', 'inquiry.review_in_progress', 'x.\u0000'),
    createdAt: oneOf(
      '2026-01-01T00:00:00.000Z',
      '9999-12-31T23:59:59.999Z',
      '0001-01-01T00:00:00Z',
    ),
    data: fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          inquiryId: fc.oneof(fc.constantFrom(undefined, ''), fc.uuid(), fc.jsonValue()),
          referenceId: fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()),
          status: fc.oneof(fc.string(), fc.jsonValue()),
          correlationId: fc.oneof(fc.uuid(), fc.jsonValue()),
          succeededCapabilities: fc.oneof(fc.array(fc.string()), fc.jsonValue()),
          extra: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
    ),
  },
  { requiredKeys: [] },
)

const bodyArbitrary = fc.oneof(
  { weight: 6, arbitrary: eventArbitrary.map((event) => Buffer.from(JSON.stringify(event))) },
  { weight: 2, arbitrary: fc.json().map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes)) },
)

test(
  'every signed body has an outcome, and none makes the receiver throw',
  async () => {
    await fc.assert(
      fc.asyncProperty(bodyArbitrary, fc.boolean(), async (body, aimed) => {
        // In half of the runs, an empty inquiryId becomes the id of a real inquiry.
        const text = aimed
          ? body.toString().replace('"inquiryId":""', `"inquiryId":"${known.inquiryId}"`)
          : ''
        const bytes = aimed ? Buffer.from(text) : body
        const digest = createHmac('sha256', WEBHOOK_SECRET).update(bytes).digest()
        const receipt = await receiveDelivery({ body: bytes, digest, deliveryId: randomUUID() })
        expect(receipt.ok || receipt.reason === 'unreadable_event').toBe(true)
      }),
      { numRuns: CASES },
    )
  },
  TIMEOUT_MS,
)

test(
  'no header makes an unsigned body pass, and none makes the receiver throw',
  async () => {
    const headerArbitrary = fc.oneof(
      fc.constant(null),
      fc.string(),
      fc
        .string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 62, maxLength: 66 })
        .map((hex) => `sha256=${hex}`),
    )
    await fc.assert(
      fc.asyncProperty(bodyArbitrary, headerArbitrary, async (body, header) => {
        const signature = parseSignature(header)
        if (!signature.ok) return
        const receipt = await receiveDelivery({ body, digest: signature.digest, deliveryId: null })
        expect(receipt).toEqual({ ok: false, reason: 'wrong_secret_or_altered_body' })
      }),
      { numRuns: Math.ceil(CASES / 4) },
    )
  },
  TIMEOUT_MS,
)

test(
  'every response of the service becomes a result or a VerificationError',
  async () => {
    const answerArbitrary = fc.record({
      status: fc.constantFrom(
        200,
        201,
        202,
        204,
        301,
        400,
        401,
        403,
        404,
        409,
        418,
        422,
        429,
        500,
        503,
      ),
      headers: fc.constantFrom<Record<string, string>>(
        {},
        { 'retry-after': 'x' },
        { 'retry-after': '-1' },
        { 'retry-after': '1e99' },
      ),
      body: fc.oneof(
        fc.json(),
        fc.string(),
        fc.record({
          inquiryId: oneOf(randomUUID()),
          status: oneOf('APPROVED', 'PENDING'),
          identity: fc.jsonValue(),
          expiresAt: fc.jsonValue(),
          documents: fc.array(fc.jsonValue()),
          urlExpiresAt: oneOf('2026-01-01T00:00:00.000Z'),
        }),
      ),
    })
    const client = createVerificationClient({
      baseUrl: app.service.url,
      apiKey: 'svc_live_x',
    })
    const call = { inquiryId: randomUUID(), correlationId: randomUUID() }
    const open = {
      body: '{}',
      idempotencyKey: randomUUID(),
      correlationId: randomUUID(),
      sentBefore: false,
    }
    await fc.assert(
      fc.asyncProperty(answerArbitrary, async (answer) => {
        app.service.answer(() => answer)
        const results = await Promise.allSettled([
          client.getInquiry(call),
          client.getDocuments(call),
          client.open(open),
        ])
        for (const result of results)
          if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(VerificationError)
      }),
      { numRuns: Math.ceil(CASES / 4) },
    )
  },
  TIMEOUT_MS,
)
