// A service that allows three calls a minute (N17): every call that is taken counts.
import { beforeAll, expect, test, vi } from 'vitest'
import { db } from '../db'
import { insertOpenInquiry, newStaff } from '../testing/test-app'
import { serviceAnswer, withTestApp } from '../testing/test-inquiry'
import { revealInquiry } from './documents'
import { takeCalls } from './service-gate'

const app = withTestApp()
beforeAll(() => vi.stubEnv('VERIFICATION_CALLS_PER_MINUTE', '3'))

test('a reveal that has to wait takes no call that it doesn’t make', async () => {
  const inquiry = await insertOpenInquiry()
  app.service.answer(() => ({ body: serviceAnswer(inquiry, 'APPROVED') }))
  await takeCalls('awaited', 0)
  const { tokens } = await db().serviceGate.findUniqueOrThrow({ where: { id: 1 } })
  expect(await revealInquiry(newStaff('REVIEWER'), inquiry.id)).toMatchObject({
    ok: false,
    error: 'rate_limited',
  })
  const after = await db().serviceGate.findUniqueOrThrow({ where: { id: 1 } })
  expect(Math.round(tokens - after.tokens)).toBe(app.service.requests.length)
})
