// Few calls and many inquiries: whoever waits goes first, and nothing waits for ever.
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { simplestForm } from '../application-form'
import { db } from '../db'
import { env } from '../env'
import * as merchant from '../open-account'
import { insertOpenInquiry, newApplicant } from '../testing/test-app'
import { hearEvent, makeDue, reload } from '../testing/test-inquiry'
import { insertDue, insertManyDue, shows, WITHIN, withReconciler } from '../testing/test-reconciler'
import { openInquiry } from './open-inquiry'

const { app, startLoop } = withReconciler()
beforeEach(() => {
  Object.assign(env(), { VERIFICATION_CALLS_PER_MINUTE: 60 })
})

/** Opens every inquiry; answers each read with this status, and that of `approved` with an approval. */
const serves = (status: string, approved?: { inquiryId: string | null }) =>
  app.service.answer((request, nth) => {
    if (request.method === 'POST') return { status: 201, body: { inquiryId: randomUUID() } }
    const isApproved = request.path.split('/').at(-1) === approved?.inquiryId
    return shows(isApproved ? 'APPROVED' : status)(request, nth)
  })

test('an approval that arrives during a flood of ninety applications is confirmed within ten seconds', async () => {
  const approved = await insertOpenInquiry()
  serves('PENDING', approved)
  const loop = startLoop()
  const hashes: string[] = []
  for (let n = 0; n < 90; n++) {
    const { hash } = newApplicant()
    hashes.push(hash)
    await openInquiry({ hash }, simplestForm())
  }
  const heardAt = Date.now()
  await hearEvent(approved, 'APPROVED')
  loop.wake()
  const isOpened = async () => expect((await reload(approved)).accountOpenedAt).not.toBeNull()
  await vi.waitFor(isOpened, WITHIN)
  expect(Date.now() - heardAt).toBeLessThan(10_000)
  // Meanwhile the applications go on.
  const opened = () =>
    db().inquiry.count({ where: { applicantHash: { in: hashes }, openState: 'OPEN' } })
  const before = await opened()
  expect(before).toBeLessThan(80)
  await vi.waitFor(async () => expect(await opened()).toBeGreaterThan(before + 2), {
    timeout: 30_000,
    interval: 200,
  })
})

test('at ten calls a minute, an account that needs the identity is opened within half a minute, though sixty inquiries are due', async () => {
  Object.assign(env(), { VERIFICATION_CALLS_PER_MINUTE: 10 })
  const approved = await insertOpenInquiry()
  app.service.answer((request, nth) =>
    request.path.split('/').at(-1) === approved.inquiryId
      ? shows('APPROVED', { identity: { personalInfo: { fullName: 'Somebody' } } })(request, nth)
      : shows('PENDING')(request, nth),
  )
  vi.spyOn(merchant, 'openAccount').mockImplementation(async ({ identity }) => {
    await identity()
    return { account: 'ACC 1' }
  })
  await insertManyDue(60)
  startLoop()
  await vi.waitUntil(() => app.service.requests.length > 1, { timeout: 60_000, interval: 200 })
  await hearEvent(approved, 'APPROVED')
  await vi.waitFor(async () => expect(await reload(approved)).toMatchObject({ account: 'ACC 1' }), {
    timeout: 30_000,
    interval: 200,
  })
})

test('while urgent reads use up the budget, an application is still sent and a scheduled read still made', async () => {
  serves('NEEDS_REVIEW')
  for (let n = 0; n < 40; n++) await insertDue({ urgent: true, dueAt: new Date(9) })
  const application = await makeDue(await insertOpenInquiry({ inquiryId: null }))
  const scheduled = await insertDue({ dueAt: new Date(1) })
  startLoop()
  await vi.waitFor(
    async () => {
      expect(await reload(application)).toMatchObject({ openState: 'OPEN' })
      expect(await reload(scheduled)).toMatchObject({ status: 'NEEDS_REVIEW' })
    },
    { timeout: 30_000, interval: 200 },
  )
  expect(app.service.requests.length).toBeLessThan(40)
})
