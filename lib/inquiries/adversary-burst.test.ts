// An adversary's tests: bursts with many waiting events of others.
import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { db } from '../db'
import { eventOf, insertOpenInquiry } from '../testing/test-app'
import { hearEvent, reload, withTestApp } from '../testing/test-inquiry'
import { claimDue, claimOne } from './claim'
import { reconcileDue } from './reconcile'
import { recordEvent } from './record-event'

const app = withTestApp()
afterEach(async () => {
  await db().inquiry.updateMany({ data: { dueAt: null } })
})

const insertForeign = () =>
  db().$executeRawUnsafe(`
  INSERT INTO "WebhookEvent" ("id", "kind", "createdAt", "inquiryId", "referenceId", "status", "capabilities")
  SELECT gen_random_uuid(), 'inquiry.approved', now(), gen_random_uuid(), 'o' || gen_random_uuid(), 'APPROVED', '{}' FROM generate_series(1, 20000) AS n`)

/** As the route does in a process without a loop. */
async function burst(many: number) {
  const passes: Promise<unknown>[] = []
  let failed = 0
  let slowest = 0
  let passesFailed = 0
  await Promise.all(
    Array.from({ length: many }, async () => {
      const began = Date.now()
      const stray = { inquiryId: randomUUID(), referenceId: `x${randomUUID()}` }
      try {
        await recordEvent(eventOf(stray, 'APPROVED', new Date()), null)
        passes.push(reconcileDue(2_000).catch(() => void passesFailed++))
      } catch {
        failed++
      }
      slowest = Math.max(slowest, Date.now() - began)
    }),
  )
  await Promise.all(passes)
  return { failed, slowest, passesFailed }
}

test('B1 without a loop, a burst of 100 events of others is stored at once', async () => {
  app.service.answer(({ path }) => ({
    body: { inquiryId: path.split('/').at(-1), status: 'PENDING' },
  }))
  const calm = await burst(100)
  console.log('few waiting', calm)
  for (let i = 0; i < 5; i++) await insertForeign()
  await db().$executeRaw`ANALYZE "WebhookEvent"`
  const busy = [await burst(100), await burst(100)]
  console.log('100,000 waiting', busy)
  expect(busy.reduce((sum, { failed }) => sum + failed, 0)).toBe(0)
})

test('B2 an event is claimed once by two instances, and by staff and a loop', async () => {
  const shared: string[] = []
  for (let round = 0; round < 6; round++) {
    const inquiry = await insertOpenInquiry()
    await hearEvent(inquiry, 'APPROVED')
    const late = async (ms: number) => {
      await new Promise((resolve) => setTimeout(resolve, ms))
      return round % 2 ? claimOne(inquiry.id) : claimDue(4, 4, false)
    }
    await Promise.all([claimDue(4, 4, false), late(20 * (round + 1)), late(30 * (round + 1))])
    const { version } = await reload(inquiry)
    if (version > 1) shared.push(`round ${round}: ${version} claims`)
  }
  expect(shared).toEqual([])
})
