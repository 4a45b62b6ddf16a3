// With few calls and many inquiries, waiting customers go first.
import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { simplestForm } from '../application-form'
import { db } from '../database/db'
import { env } from '../runtime/env'
import {
  deliverEvent,
  insertOpenInquiry,
  newApplicant,
  reload,
  shows,
  withTestApp,
} from '../testing/test-app'
import { openedBody } from '../verification/wire'
import { openInquiry } from './open-inquiry'
import { startReconciler } from './reconcile'

const app = withTestApp()

test('an approval that arrives during a flood of ninety applications is confirmed within ten seconds', async () => {
  Object.assign(env(), { VERIFICATION_CALLS_PER_MINUTE: 60 })
  const approved = await insertOpenInquiry()
  app.service.answer((request, nth) => {
    if (request.method === 'POST') return { status: 201, body: openedBody(randomUUID()) }
    const isApproved = request.path.split('/').at(-1) === approved.serviceInquiryId
    return shows(isApproved ? 'APPROVED' : 'PENDING')(request, nth)
  })
  const loop = startReconciler()
  onTestFinished(loop.stop)
  const hashes: string[] = []
  for (let n = 0; n < 90; n++) {
    const { hash } = newApplicant()
    hashes.push(hash)
    await openInquiry({ hash }, simplestForm())
  }
  const heardAt = Date.now()
  await deliverEvent(approved, 'APPROVED')
  loop.wake()
  const isOpened = async () => expect((await reload(approved)).accountOpenedAt).not.toBeNull()
  await vi.waitFor(isOpened, 20_000)
  expect(Date.now() - heardAt).toBeLessThan(10_000)
  // The applications are still opened meanwhile.
  const opened = () =>
    db().inquiry.count({ where: { applicantHash: { in: hashes }, openState: 'OPEN' } })
  const before = await opened()
  expect(before).toBeLessThan(80)
  await vi.waitFor(async () => expect(await opened()).toBeGreaterThan(before + 2), {
    timeout: 30_000,
    interval: 200,
  })
})
