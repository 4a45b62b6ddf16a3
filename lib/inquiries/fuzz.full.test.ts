// No signed body makes the app throw.
import { createHmac, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { insertOpenInquiry, WEBHOOK_SECRET, withTestApp } from '../testing/test-app'
import { claimNext, setAsideStrays } from './claim'
import { receiveDelivery } from './record-event'

withTestApp()

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
