import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '../db'
import { eventOf, insertOpenInquiry, startTestApp, type TestApp } from '../testing/test-app'
import type { VerificationEvent } from '../verification/webhook'
import { bindInquiry } from './bind-inquiry'
import { canGoTogether } from './can-go-together'
import { matchMissedEvents } from './match-events'
import { recordEvent } from './record-event'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds))
const read = (id: string) =>
  db().inquiry.findUniqueOrThrow({ where: { id }, include: { changes: true } })

test('an event is stored, applied unconfirmed, and makes a read-back due (W6, W9)', async () => {
  const row = await insertOpenInquiry()
  const event = eventOf(row, 'APPROVED', at(1))
  expect(await recordEvent(event, 'd-1')).toEqual({ outcome: 'applied', inquiry: row.id })
  const after = await read(row.id)
  expect(after).toMatchObject({
    status: 'APPROVED',
    statusAsOf: at(1),
    statusSource: 'WEBHOOK',
    confirmedAt: null,
    grantedAt: null,
  })
  expect(after.nextReadAt?.getTime()).toBeLessThanOrEqual(Date.now())
  expect(after.changes).toMatchObject([
    { fromStatus: null, toStatus: 'APPROVED', eventId: event.id },
  ])
})

test('a duplicate delivery changes nothing but the count of deliveries', async () => {
  const row = await insertOpenInquiry()
  const event = eventOf(row, 'APPROVED', at(1))
  await recordEvent(event, 'd-1')
  const before = await read(row.id)
  expect(await recordEvent(event, 'd-2')).toEqual({ outcome: 'duplicate', inquiry: row.id })
  expect(await read(row.id)).toEqual(before)
  expect(await db().webhookEvent.findUnique({ where: { id: event.id } })).toMatchObject({
    deliveries: 2,
    firstDeliveryId: 'd-1',
  })
})

test('fifty copies of one event at once have one effect', async () => {
  const row = await insertOpenInquiry()
  const event = eventOf(row, 'APPROVED', at(1))
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => recordEvent(event, null)))
  expect(outcomes.filter(({ outcome }) => outcome === 'applied')).toHaveLength(1)
  expect(outcomes.filter(({ outcome }) => outcome === 'duplicate')).toHaveLength(49)
  expect((await read(row.id)).changes).toHaveLength(1)
})

test('an older event that comes later is stale, and still makes a read-back due (N10)', async () => {
  const row = await insertOpenInquiry()
  await recordEvent(eventOf(row, 'APPROVED', at(9)), null)
  await db().inquiry.update({ where: { id: row.id }, data: { nextReadAt: null } })
  const late = eventOf(row, 'NEEDS_REVIEW', at(3))
  expect(await recordEvent(late, null)).toMatchObject({ outcome: 'stale' })
  expect(await read(row.id)).toMatchObject({ status: 'APPROVED', nextReadAt: expect.any(Date) })
})

test('an event for no row of ours is kept as unmatched', async () => {
  const event = eventOf({ inquiryId: randomUUID(), referenceId: 'elsewhere' }, 'DECLINED', at(1))
  expect(await recordEvent(event, null)).toEqual({ outcome: 'unmatched', inquiry: null })
  expect(await db().webhookEvent.count({ where: { id: event.id } })).toBe(1)
})

test('an event that comes before the answer of the open binds its row by referenceId', async () => {
  const row = await insertOpenInquiry({ inquiryId: null })
  const event = eventOf(row, 'APPROVED', at(1))
  const inquiryId = event.report?.data.inquiryId
  expect(await recordEvent(event, null)).toMatchObject({ outcome: 'applied', inquiry: row.id })
  expect(await read(row.id)).toMatchObject({ inquiryId, openState: 'OPEN', status: 'APPROVED' })
})

test('an event with the inquiryId alone, before the answer of the open, is matched when the answer comes (N12)', async () => {
  const row = await insertOpenInquiry({ inquiryId: null })
  const inquiryId = randomUUID()
  const event = {
    id: randomUUID(),
    kind: 'inquiry.declined',
    createdAt: at(1),
    report: { status: 'DECLINED', data: { inquiryId } },
  }
  expect(await recordEvent(event, null)).toMatchObject({ outcome: 'unmatched' })
  await bindInquiry(row.id, inquiryId)
  expect(await db().webhookEvent.findUnique({ where: { id: event.id } })).toMatchObject({
    outcome: 'STALE',
  })
  expect((await read(row.id)).nextReadAt?.getTime()).toBeLessThanOrEqual(Date.now())
})

test('an event that came while its row was bound is found for ten minutes', async () => {
  const row = await insertOpenInquiry()
  const missed = async (ageMs: number) => {
    const { id } = await db().webhookEvent.create({
      data: {
        id: randomUUID(),
        kind: 'inquiry.approved',
        createdAt: at(1),
        receivedAt: new Date(Date.now() - ageMs),
        inquiryId: row.inquiryId,
        status: 'APPROVED',
        payload: {},
        outcome: 'UNMATCHED',
      },
    })
    await matchMissedEvents()
    return (await db().webhookEvent.findUniqueOrThrow({ where: { id } })).outcome
  }
  expect(await missed(10 * 60_000 + 1_000)).toBe('UNMATCHED')
  expect((await read(row.id)).nextReadAt).toBeNull()
  expect(await missed(9 * 60_000)).toBe('STALE')
  expect(await read(row.id)).toMatchObject({ nextReadAt: expect.any(Date), urgent: true })
})

test('an event whose referenceId belongs to another inquiry is held and the orphan flagged', async () => {
  const row = await insertOpenInquiry()
  const stranger = eventOf(
    { inquiryId: randomUUID(), referenceId: row.referenceId },
    'APPROVED',
    at(1),
  )
  expect(await recordEvent(stranger, null)).toEqual({ outcome: 'unmatched', inquiry: null })
  expect(await read(row.id)).toMatchObject({
    status: null,
    orphanId: stranger.report?.data.inquiryId,
  })
  expect(await db().webhookEvent.findUnique({ where: { id: stranger.id } })).toMatchObject({
    heldBecause: 'REFERENCE_MISMATCH',
  })
})

test('an event that names two rows of ours is held and applied to neither', async () => {
  const [one, two] = [await insertOpenInquiry(), await insertOpenInquiry({ inquiryId: null })]
  const mixed = eventOf(
    { inquiryId: one.inquiryId, referenceId: two.referenceId },
    'APPROVED',
    at(1),
  )
  expect(await recordEvent(mixed, null)).toMatchObject({ outcome: 'unmatched' })
  expect(await read(one.id)).toMatchObject({ status: null })
  expect(await read(two.id)).toMatchObject({ status: null, inquiryId: null })
})

test('a kind never seen before is kept and ignored (N13)', async () => {
  const event = { id: randomUUID(), kind: 'inquiry.future', createdAt: at(1), report: null }
  expect(await recordEvent(event, null)).toEqual({ outcome: 'ignored', inquiry: null })
})

test.each([
  ['of different rows', {}, {}, true],
  ['without a reference, of different rows', { referenceId: null }, { referenceId: null }, true],
  ['without an inquiryId, of different rows', { inquiryId: null }, { inquiryId: null }, true],
  ['of one id', { id: 'one' }, { id: 'one' }, false],
  ['of one inquiry', { inquiryId: 'one' }, { inquiryId: 'one' }, false],
  ['of one reference', { referenceId: 'one' }, { referenceId: 'one' }, false],
  ['that may name one row by different ids', { referenceId: null }, { inquiryId: null }, false],
])('two events %s share a statement or do not', (_which, one, other, together) => {
  const event = () => ({ id: randomUUID(), inquiryId: randomUUID(), referenceId: randomUUID() })
  const [first, second] = [
    { ...event(), ...one },
    { ...event(), ...other },
  ]
  expect(canGoTogether(first, second)).toBe(together)
  expect(canGoTogether(second, first)).toBe(together)
})

test('the correlation id and the capabilities of an event are kept', async () => {
  const row = await insertOpenInquiry()
  const event = eventOf(row, 'APPROVED', at(1))
  const correlationId = randomUUID()
  Object.assign(event.report?.data ?? {}, { correlationId, succeededCapabilities: ['document'] })
  await recordEvent(event, null)
  expect(await db().webhookEvent.findUnique({ where: { id: event.id } })).toMatchObject({
    correlationId,
  })
  expect(await read(row.id)).toMatchObject({ capabilities: ['document'] })
})

test('events that come at once end as they do one after the other', async () => {
  const deliveries = fc.uniqueArray(
    fc.record({
      row: fc.nat(2),
      form: fc.constantFrom('whole', 'without reference', 'of an orphan'),
      status: fc.constantFrom('APPROVED' as const, 'NEEDS_REVIEW' as const, 'DECLINED' as const),
      second: fc.nat(1_000),
      deliveries: fc.integer({ min: 1, max: 3 }),
    }),
    { minLength: 2, maxLength: 24, selector: ({ second }) => second },
  )
  type Delivery = typeof deliveries extends fc.Arbitrary<(infer Item)[]> ? Item : never

  const endOf = async (sent: Delivery[], atOnce: boolean) => {
    const rows = await Promise.all([1, 2, 3].map(() => insertOpenInquiry()))
    const orphanId = randomUUID()
    const events = sent.flatMap(({ row, form, status, second, deliveries }) => {
      const { inquiryId = null, referenceId = '' } = rows[row] ?? {}
      const named = { inquiryId: form === 'of an orphan' ? orphanId : inquiryId, referenceId }
      const event = eventOf(named, status, at(second))
      if (form === 'without reference') delete event.report?.data.referenceId
      return Array<VerificationEvent>(deliveries).fill(event)
    })
    if (atOnce) await Promise.all(events.map((event) => recordEvent(event, null)))
    else for (const event of events) await recordEvent(event, null)
    const counted = await db().webhookEvent.findMany({
      where: { id: { in: events.map(({ id }) => id) } },
      select: { createdAt: true, deliveries: true, heldBecause: true },
      orderBy: { createdAt: 'asc' },
    })
    const ends = rows.map(async ({ id }) => {
      const { status, statusAsOf, orphanId } = await read(id)
      return { status, statusAsOf, hasOrphan: orphanId !== null }
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

test('an event that the database cannot take takes no other with it', async () => {
  const rows = await Promise.all(Array.from({ length: 6 }, () => insertOpenInquiry()))
  const events = rows.map((row) => eventOf(row, 'APPROVED', at(1)))
  const [, , , poisoned] = events
  if (poisoned) poisoned.kind = 'inquiry.nul\u0000'
  const recorded = await Promise.allSettled(events.map((event) => recordEvent(event, null)))
  expect(recorded.map(({ status }) => status === 'fulfilled')).toEqual([
    true,
    true,
    true,
    false,
    true,
    true,
  ])
})
