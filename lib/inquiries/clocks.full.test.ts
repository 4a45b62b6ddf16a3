// Instances whose clocks are wrong: the database's clock decides what is due.
import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { db } from '../db'
import * as merchant from '../open-account'
import { filledForm } from '../testing/filled-form'
import { insertOpenInquiry, newApplicant } from '../testing/test-app'
import { endRead, reload, withTestApp } from '../testing/test-inquiry'
import { openDueAccounts } from './account-openings'
import { bindInquiry } from './bind-inquiry'
import { openInquiry } from './open-inquiry'
import { reconcileDue } from './reconcile'

const app = withTestApp()
afterEach(() => vi.restoreAllMocks())

const MINUTE_MS = 60_000
const rowOf = (applicant: { hash: string }) =>
  db().inquiry.findFirstOrThrow({ where: { applicantHash: applicant.hash } })

/** @param aheadMs negative when the clock is behind */
function setClock(aheadMs: number) {
  const now = Date.now.bind(Date)
  return vi.spyOn(Date, 'now').mockImplementation(() => now() + aheadMs)
}

test('an application is sent once even if the sending instance’s clock is behind', async () => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  app.service.answer(async () => {
    await answered
    return { status: 201, body: { inquiryId: randomUUID() } }
  })
  const applicant = newApplicant()
  const clock = setClock(-MINUTE_MS)
  const opening = openInquiry(applicant, filledForm())
  await vi.waitFor(() => expect(app.service.requests).toHaveLength(1), 8_000)
  clock.mockRestore()
  const another = reconcileDue(500)
  setTimeout(answer, 1_000)
  await Promise.all([opening, another])
  expect(app.service.requests).toHaveLength(1)
  expect((await rowOf(applicant)).orphanId).toBeNull()
})

test('an instance whose clock is ahead delays nobody', async () => {
  const applicant = newApplicant()
  const [intent, granted] = [
    await insertOpenInquiry({ inquiryId: null }),
    await insertOpenInquiry({ nextReadAt: null }),
  ]
  await endRead(granted, 'APPROVED')
  app.service.answer(() => ({ status: 503 }))
  vi.spyOn(merchant, 'openAccount').mockRejectedValue(new TypeError('core system is away'))
  const clock = setClock(60 * MINUTE_MS)
  await openInquiry(applicant, filledForm())
  await bindInquiry(intent.id, randomUUID())
  await openDueAccounts()
  clock.mockRestore()
  const waits = [
    (await rowOf(applicant)).nextReadAt,
    (await reload(intent)).nextReadAt,
    (await reload(granted)).accountOpening?.nextTryAt,
  ].map((until) => (until?.getTime() ?? Number.NaN) - Date.now())
  expect(Math.max(...waits)).toBeLessThan(MINUTE_MS)
})
