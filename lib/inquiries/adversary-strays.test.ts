// An adversary's test: a backlog of strays.
import { expect, test } from 'vitest'
import { db } from '../db'
import { insertOpenInquiry } from '../testing/test-app'
import { hearEvent, reload, withTestApp } from '../testing/test-inquiry'
import { reconcileDue } from './reconcile'

const app = withTestApp()
const BATCHES = 20

test('S1 a backlog of 400,000 events of others, such as after a weekend without a reconciler, doesn’t stop the cron passes', async () => {
  for (let batch = 0; batch < BATCHES; batch++)
    await db().$executeRaw`
      INSERT INTO "WebhookEvent" ("id", "kind", "createdAt", "arrivedAt", "inquiryId", "status", "capabilities")
      SELECT gen_random_uuid(), 'inquiry.approved', now(), now() - interval '2 days', gen_random_uuid(), 'APPROVED', '{}'
      FROM generate_series(1, 20000) AS n`
  const inquiry = await insertOpenInquiry()
  app.service.answer(() => ({ body: { inquiryId: inquiry.inquiryId, status: 'APPROVED' } }))
  await hearEvent(inquiry, 'APPROVED')
  const outcomes: string[] = []
  for (let pass = 0; pass < 2; pass++) {
    const began = Date.now()
    const outcome = await reconcileDue(20_000).then(
      (value) => JSON.stringify(value),
      (error) => `threw ${error.code} ${String(error.message).slice(-120)}`,
    )
    outcomes.push(`${outcome} after ${Date.now() - began} ms`)
  }
  console.log(outcomes, await db().webhookEvent.count({ where: { setAsideAt: null } }))
  expect(await reload(inquiry)).toMatchObject({ status: 'APPROVED' })
}, 120_000)
