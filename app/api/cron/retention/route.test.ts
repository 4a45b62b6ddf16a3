import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { db } from '@/lib/db'
import { env } from '@/lib/env'
import { withTestApp } from '@/lib/testing/test-inquiry'
import { POST } from './route'

withTestApp()

const call = (query: string, secret: string) =>
  POST(
    new Request(`http://localhost/api/cron/retention${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
    }),
  )

test('the route needs the secret, and a dry run only counts', async () => {
  const id = randomUUID()
  const longAgo = new Date(0)
  await db().receivedEvent.create({
    data: {
      id,
      kind: 'x',
      createdAt: longAgo,
      receivedAt: longAgo,
      payload: {},
    },
  })
  expect((await call('', 'wrong')).status).toBe(401)
  const counted = await call('?dry-run', env().CRON_SECRET)
  expect(await counted.json()).toMatchObject({ dryRun: true, removed: { events: 1 } })
  expect(await db().receivedEvent.count()).toBe(1)
  const removed = await call('', env().CRON_SECRET)
  expect(await removed.json()).toEqual({
    dryRun: false,
    removed: { texts: 0, events: 1, rejectedDeliveries: 0, auditEntries: 0 },
    more: false,
  })
  expect(await db().receivedEvent.count()).toBe(0)
})
