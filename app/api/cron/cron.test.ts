import { expect, test } from 'vitest'
import { db } from '@/lib/database/db'
import { uuid7At } from '@/lib/database/uuid7-time'
import { env } from '@/lib/runtime/env'
import { insertDue, reload, shows, withTestApp } from '@/lib/testing/test-app'
import { POST as reconcile } from './reconcile/route'
import { POST as retain } from './retention/route'

const app = withTestApp()

test('both jobs need the secret, and report their work', async () => {
  app.service.answer(shows('DECLINED'))
  const inquiry = await insertDue()
  const entry = { actor: 'system', action: 'inquiry.viewed', outcome: 'shown' }
  await db().auditEntry.create({ data: { id: uuid7At(new Date(0)), at: new Date(0), ...entry } })
  for (const [job, result] of [
    [reconcile, { reconciled: 1, isComplete: true }],
    [retain, { removed: { texts: 0, auditEntries: 1 }, more: false }],
  ] as const) {
    const call = (secret: string) => {
      const headers = { authorization: `Bearer ${secret}` }
      return job(new Request('http://localhost/', { method: 'POST', headers }))
    }
    expect((await call('wrong')).status).toBe(401)
    expect(await (await call(env().CRON_SECRET)).json()).toEqual(result)
  }
  expect(await reload(inquiry)).toMatchObject({ status: 'DECLINED' })
})
