// Very many events of others, such as after days without a reconciler, hold up nothing of ours.
import { expect, test } from 'vitest'
import { db } from '../db'
import { insertOpenInquiry } from '../testing/test-app'
import { hearEvent, reload, withTestApp } from '../testing/test-inquiry'
import { shows } from '../testing/test-reconciler'
import { reconcileDue } from './reconcile'

const app = withTestApp()
const BATCHES = 20

test('an approval is granted within seconds though 400,000 events of others wait, and those are set aside bit by bit', async () => {
  for (let batch = 0; batch < BATCHES; batch++)
    await db().$executeRaw`
      INSERT INTO "WebhookEvent" ("id", "kind", "createdAt", "arrivedAt", "inquiryId", "referenceId", "status", "capabilities")
      SELECT gen_random_uuid(), 'inquiry.approved', now(), now() - ${batch} * interval '2 hours', gen_random_uuid(),
        'of-others-' || n, 'APPROVED', '{}'
      FROM generate_series(1, 20000) AS n`
  const inquiry = await insertOpenInquiry()
  app.service.answer(shows('APPROVED'))
  await hearEvent(inquiry, 'APPROVED')
  await reconcileDue(5_000)
  expect(await reload(inquiry)).toMatchObject({ accountOpenedAt: expect.any(Date) })
  const where = { setAsideAt: { not: null } }
  expect(await db().webhookEvent.count({ where })).toBeGreaterThan(0)
})
