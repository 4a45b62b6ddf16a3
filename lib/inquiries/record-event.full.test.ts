import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { db } from '../db'
import { eventOf, insertOpenInquiry } from '../testing/test-app'
import { reload, withTestApp } from '../testing/test-inquiry'
import type { VerificationEvent } from '../verification/webhook'
import { recordEvent } from './record-event'

withTestApp()

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds))
const stored = ({ id }: VerificationEvent) => db().knownEvent.findUniqueOrThrow({ where: { id } })

test('events that arrive together have the same result as events that arrive one after another', async () => {
  const deliveries = fc.uniqueArray(
    fc.record({
      row: fc.nat(2),
      form: fc.constantFrom(
        'whole',
        'without reference',
        'of another reference',
        'of another inquiry',
      ),
      status: fc.constantFrom('APPROVED' as const, 'NEEDS_REVIEW' as const, 'DECLINED' as const),
      second: fc.nat(1_000),
      deliveries: fc.integer({ min: 1, max: 3 }),
    }),
    { minLength: 2, maxLength: 24, selector: ({ second }) => second },
  )
  type Delivery = typeof deliveries extends fc.Arbitrary<(infer Item)[]> ? Item : never

  const endOf = async (sent: Delivery[], atOnce: boolean) => {
    const rows = await Promise.all([1, 2, 3].map(() => insertOpenInquiry()))
    const otherId = randomUUID()
    const events = sent.flatMap(({ row, form, status, second, deliveries }) => {
      const { inquiryId = null, referenceId = '' } = rows[row] ?? {}
      const named = { inquiryId: form === 'of another inquiry' ? otherId : inquiryId, referenceId }
      const event = eventOf(named, status, at(second))
      if (form === 'without reference') delete event.report?.data.referenceId
      if (form === 'of another reference' && event.report) event.report.data.referenceId = 'app-0'
      return Array<VerificationEvent>(deliveries).fill(event)
    })
    if (atOnce) await Promise.all(events.map((event) => recordEvent(event, null)))
    else for (const event of events) await recordEvent(event, null)
    const counted = await Promise.all(
      [...new Set(events)].map(async (event) => (await stored(event)).deliveries),
    )
    const ends = rows.map(async (row) => {
      const { status, reportedStatus, reportedAt, heardAt, urgent } = await reload(row)
      return { status, reportedStatus, reportedAt, isHeard: heardAt !== null, urgent }
    })
    return { counted, ends: await Promise.all(ends) }
  }

  await fc.assert(
    fc.asyncProperty(deliveries, async (sent) => {
      expect(await endOf(sent, true)).toEqual(await endOf(sent, false))
    }),
    { numRuns: 25 },
  )
})
