import { expect, test } from 'vitest'
import { db } from '@/lib/db'
import { env } from '@/lib/env'
import { withTestApp } from '@/lib/testing/test-inquiry'
import { uuid7At } from '@/lib/uuid7-time'
import { POST } from './route'

withTestApp()

const call = (secret: string) =>
  POST(
    new Request('http://localhost/api/cron/retention', {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
    }),
  )

test('the route needs the secret', async () => {
  const id = uuid7At(new Date(0))
  const entry = { id, actor: 'system', action: 'inquiry.viewed', outcome: 'shown' }
  await db().auditEntry.create({ data: entry })
  const isKept = async () => (await db().auditEntry.count({ where: { id } })) === 1
  expect((await call('wrong')).status).toBe(401)
  expect(await isKept()).toBe(true)
  const applied = await call(env().CRON_SECRET)
  const removed = { texts: 0, auditEntries: 1 }
  expect(await applied.json()).toEqual({ removed, more: false })
  expect(await isKept()).toBe(false)
})
