import { expect, test } from 'vitest'
import { env } from '@/lib/env'
import { reload } from '@/lib/testing/test-inquiry'
import { insertDue, shows, withReconciler } from '@/lib/testing/test-reconciler'
import { POST } from './route'

const { app } = withReconciler()

const pass = (secret: string) =>
  POST(
    new Request('http://localhost/api/cron/reconcile', {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
    }),
  )

test('a pass settles what is due, and needs the secret', async () => {
  app.service.answer(shows('DECLINED'))
  const inquiry = await insertDue()
  expect((await pass('wrong')).status).toBe(401)
  expect(app.service.requests).toEqual([])
  expect(await (await pass(env().CRON_SECRET)).json()).toEqual({ reconciled: 1, isComplete: true })
  expect(await reload(inquiry)).toMatchObject({ status: 'DECLINED' })
})
