// What a read may not be believed about: the two histories that an adversary found, and the rules around them (N6, N13, N30).
import { expect, test } from 'vitest'
import { eventOf, insertOpenInquiry } from '../testing/test-app'
import { makeDue, reload, withTestApp } from '../testing/test-inquiry'
import { shows } from '../testing/test-reconciler'
import { reconcileDue } from './reconcile'
import { recordEvent } from './record-event'

const app = withTestApp()
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000)

test('an approval isn’t granted after a decline was acknowledged, even if another machine’s clock signed it later', async () => {
  const inquiry = await insertOpenInquiry()
  await recordEvent(eventOf(inquiry, 'APPROVED', secondsAgo(5)), null)
  await recordEvent(eventOf(inquiry, 'DECLINED', secondsAgo(9)), null)
  app.service.answer(shows('APPROVED'))
  await reconcileDue(500)
  expect((await reload(inquiry)).grantedAt).toBeNull()
})

test('an event of an unknown kind is followed by a read when the endpoint can’t lag any more', async () => {
  app.service.answer(shows('APPROVED'))
  const inquiry = await insertOpenInquiry()
  await makeDue(inquiry)
  await reconcileDue(500)
  expect((await reload(inquiry)).status).toBe('APPROVED')
  const event = eventOf(inquiry, 'DECLINED', new Date())
  await recordEvent(
    { ...event, kind: 'inquiry.failed', report: event.report && { ...event.report, status: null } },
    null,
  )
  await reconcileDue(500)
  const next = (await reload(inquiry)).dueAt?.getTime() ?? Infinity
  expect(next).toBeLessThan(Date.now() + 61_000)
})
