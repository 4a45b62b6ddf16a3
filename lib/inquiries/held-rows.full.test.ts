// A locked row delays only its own events.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { db } from '../db'
import { env } from '../env'
import { insertOpenInquiry } from '../testing/test-app'
import { hearEvent, reload, withTestApp } from '../testing/test-inquiry'

withTestApp()

/** Another transaction locks the row until it is released. */
async function hold(id: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: env().DATABASE_URL })
  await client.connect()
  await client.query('BEGIN')
  await client.query('SELECT FROM "Inquiry" WHERE "id" = $1 FOR UPDATE', [id])
  return () => client.end()
}

test('while a row is locked, events for other rows are recorded immediately and only its own fails, within 5 s (N9)', async () => {
  const held = await insertOpenInquiry()
  const others = await Promise.all(Array.from({ length: 30 }, () => insertOpenInquiry()))
  const release = await hold(held.id)
  // A statement that waits for the lock fails after two seconds. Even on a busy machine, timers fire in order of deadline.
  let waited = 0
  const waiting = db()
    .inquiry.update({ where: { id: held.id }, data: { readAttempts: 1 } })
    .catch(() => waited++)
  const own = hearEvent(held, 'APPROVED').catch((error: Error) => error.message)
  const senderLeaves = sleep(5_000, 'The sender has gone')
  await Promise.all(
    others.map(async (other) =>
      expect(await hearEvent(other, 'APPROVED')).toEqual({
        outcome: 'recorded',
        inquiry: other.id,
      }),
    ),
  )
  expect(waited).toBe(0)
  expect(await Promise.race([own, senderLeaves])).toBe('Not recorded in time')
  await waiting
  expect(waited).toBe(1)
  // The last statement that tried the locked row has ended once a later one has.
  await hearEvent(await insertOpenInquiry(), 'APPROVED')
  await release()
  expect(await db().receivedEvent.count({ where: { inquiryId: held.inquiryId } })).toBe(0)
  expect(await hearEvent(held, 'APPROVED')).toMatchObject({ outcome: 'recorded' })
})

test('an event for a row that is locked only briefly is recorded once the row is free', async () => {
  const held = await insertOpenInquiry()
  const release = await hold(held.id)
  const own = hearEvent(held, 'DECLINED')
  expect(await hearEvent(await insertOpenInquiry(), 'APPROVED')).toMatchObject({
    outcome: 'recorded',
  })
  await release()
  expect(await own).toEqual({ outcome: 'recorded', inquiry: held.id })
  expect(await reload(held)).toMatchObject({ reportedStatus: 'DECLINED' })
})

test('a locked row that has no inquiryId yet is skipped too', async () => {
  const held = await insertOpenInquiry({ inquiryId: null })
  const release = await hold(held.id)
  const own = hearEvent({ ...held, inquiryId: randomUUID() }, 'APPROVED')
  expect(await hearEvent(await insertOpenInquiry(), 'APPROVED')).toMatchObject({
    outcome: 'recorded',
  })
  await release()
  expect(await own).toEqual({ outcome: 'recorded', inquiry: held.id })
})

test('an event for a locked row is not matched to the inquiry with its referenceId instead', async () => {
  const held = await insertOpenInquiry()
  const intent = await insertOpenInquiry({ inquiryId: null })
  const release = await hold(held.id)
  const own = hearEvent({ ...held, referenceId: intent.referenceId }, 'APPROVED')
  expect(await hearEvent(await insertOpenInquiry(), 'APPROVED')).toMatchObject({
    outcome: 'recorded',
  })
  await release()
  expect(await own).toEqual({ outcome: 'recorded', inquiry: held.id })
  expect(await reload(intent)).toMatchObject({ inquiryId: null, heardAt: null })
})
