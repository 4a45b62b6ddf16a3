// Nothing that the service sends makes the app throw.
import { createHmac, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { insertOpenInquiry, WEBHOOK_SECRET, withTestApp } from '../testing/test-app'
import { createVerificationClient } from '../verification/client'
import { VerificationError } from '../verification/errors'
import { claimNext, setAsideStrays } from './claim'
import { receiveDelivery } from './record-event'

const app = withTestApp()

const CASES = 2_000
const TIMEOUT_MS = 120_000

/** Sometimes a value from the contract, sometimes any JSON. */
const oneOf = (...values: unknown[]) => fc.oneof(fc.constantFrom(...values), fc.jsonValue())
const some = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(fields, { requiredKeys: [] })

test(
  'every signed body has an outcome, and whatever was recorded can be claimed',
  async () => {
    const { id, inquiryId, referenceId } = await insertOpenInquiry({ dueAt: null })
    const data = some({
      inquiryId: fc.oneof(fc.uuid(), oneOf(inquiryId, inquiryId?.toUpperCase(), undefined)),
      referenceId: fc.oneof(fc.string({ unit: 'binary' }), oneOf(referenceId)),
      status: oneOf('APPROVED', 'NEEDS_REVIEW', '\u0000'),
      correlationId: fc.oneof(fc.uuid(), fc.jsonValue()),
      succeededCapabilities: fc.oneof(fc.array(fc.string()), fc.jsonValue()),
      extra: fc.jsonValue(),
    })
    const event = some({
      id: fc.oneof(fc.uuid(), fc.jsonValue()),
      type: oneOf('inquiry.approved', 'inquiry.declined', 'inquiry.review_in_progress', 'x.\u0000'),
      createdAt: oneOf('2026-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '0001-01-01T00:00:00Z'),
      data: fc.oneof(fc.jsonValue(), { weight: 4, arbitrary: data }),
    })
    const body = fc.oneof(
      { weight: 6, arbitrary: event.map((value) => Buffer.from(JSON.stringify(value))) },
      { weight: 2, arbitrary: fc.json().map((text) => Buffer.from(text)) },
      fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes)),
    )
    let claims = 0
    await fc.assert(
      fc.asyncProperty(body, async (body) => {
        const digest = createHmac('sha256', WEBHOOK_SECRET).update(body).digest()
        const receipt = await receiveDelivery({ body, digest, deliveryId: randomUUID() })
        expect(receipt.ok || receipt.reason === 'unreadable_event').toBe(true)
        if (!receipt.ok) return
        const claim = await claimNext(true)
        if (!claim) return
        expect(claim.id).toBe(id)
        claims++
      }),
      { numRuns: CASES },
    )
    expect(claims).toBeGreaterThan(0)
    await setAsideStrays()
  },
  TIMEOUT_MS,
)

test(
  'every response of the service becomes a result or a VerificationError',
  async () => {
    const statuses = [200, 201, 202, 204, 301, 400, 401, 403, 404, 409, 418, 422, 429, 500, 503]
    const waits: Record<string, string>[] = [
      {},
      { 'retry-after': 'x' },
      { 'retry-after': '-1' },
      { 'retry-after': '1e99' },
    ]
    const answer = fc.record({
      status: fc.constantFrom(...statuses),
      headers: fc.constantFrom(...waits),
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
    const client = createVerificationClient({ baseUrl: app.service.url, apiKey: 'svc_live_x' })
    const call = { inquiryId: randomUUID(), correlationId: randomUUID() }
    const open = { ...call, body: '{}', idempotencyKey: randomUUID() }
    await fc.assert(
      fc.asyncProperty(answer, async (answer) => {
        app.service.answer(() => answer)
        const calls = [client.getInquiry(call), client.getDocuments(call), client.open(open)]
        for (const result of await Promise.allSettled<unknown>(calls))
          if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(VerificationError)
      }),
      { numRuns: Math.ceil(CASES / 4) },
    )
  },
  TIMEOUT_MS,
)
