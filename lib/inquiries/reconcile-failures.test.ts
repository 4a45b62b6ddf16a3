// Failures that the reconciler survives: of the service, of the database and of single rows.

import { expect, test, vi } from 'vitest'
import { db } from '../db'
import { log } from '../log'
import { filledForm } from '../testing/filled-form'
import { insertOpenInquiry, newApplicant } from '../testing/test-app'
import { hearEvent, makeDue, reload } from '../testing/test-inquiry'
import {
  insertDue,
  PASS_MS,
  settled,
  shows,
  WITHIN,
  withReconciler,
} from '../testing/test-reconciler'
import { applicantReturned, getApplicantInquiry } from './applicant-inquiry'
import { openInquiry } from './open-inquiry'
import { reconcileDue, reconcileOne } from './reconcile'
import { MAX_FRUITLESS_READS } from './rules'

const { app, startLoop } = withReconciler()

test('after repeated 404s the app gives up on an inquiry, and the applicant can apply again', async () => {
  const row = await insertDue()
  const applicant = { hash: row.applicantHash }
  app.service.answer(() => ({ status: 404 }))
  for (let read = 1; read <= MAX_FRUITLESS_READS; read++) {
    await makeDue(row)
    await reconcileOne(row.id)
    const isLast = read === MAX_FRUITLESS_READS
    expect((await reload(row)).nextReadAt === null).toBe(isLast)
  }
  expect(await getApplicantInquiry(applicant)).toMatchObject({ stage: 'open_failed' })
  app.service.answer(() => ({ status: 201, body: { inquiryId: crypto.randomUUID() } }))
  const form = filledForm({ note: '' })
  await openInquiry(applicant, form)
  expect(await getApplicantInquiry(applicant)).toMatchObject({
    stage: 'ready',
    product: form.product,
  })
})

test('a customer who returns twenty times during 404s does not end the reads of a reported decision', async () => {
  const row = await insertOpenInquiry()
  const applicant = { hash: row.applicantHash }
  await hearEvent(row, 'APPROVED')
  app.service.answer(() => ({ status: 404 }))
  for (let read = 1; read <= MAX_FRUITLESS_READS; read++) {
    expect(await applicantReturned(applicant, crypto.randomUUID())).toBe(row.id)
    await reconcileOne(row.id)
  }
  app.service.answer(shows('APPROVED'))
  expect((await reload(row)).nextReadAt).not.toBeNull()
  await makeDue(row)
  await reconcileOne(row.id)
  expect(await getApplicantInquiry(applicant)).toMatchObject({ stage: 'approved' })
})

test('a note that PostgreSQL would reject does not block its row', async () => {
  app.service.answer(
    shows('DECLINED', { portalDecisionNote: 'no\0text', reviewReasons: ['\ud800Glare'] }),
  )
  const row = await insertDue()
  await reconcileDue(PASS_MS)
  expect(await reload(row)).toMatchObject({
    status: 'DECLINED',
    portalDecisionNote: 'notext',
    reviewReasons: ['\ufffdGlare'],
    readError: null,
  })
})

test('a row whose read throws is retried with a growing delay, shown to staff, and affects no other', async () => {
  app.service.answer(shows('DECLINED'))
  const error = vi.spyOn(log, 'error')
  const broken = await db().inquiry.update({
    where: { id: (await insertDue()).id },
    data: { readAttempts: 10 },
  })
  const startedAt = Date.now()
  await db().$executeRawUnsafe(
    `ALTER TABLE "StatusChange" ADD CONSTRAINT "broken" CHECK ("inquiryRow" <> '${broken.id}')`,
  )
  const whole = await insertDue()
  expect(await reconcileDue(PASS_MS)).toEqual({ reconciled: 2, isComplete: true })
  expect(error.mock.calls).toEqual([
    ['reconcile_failed', { inquiry: broken.id, error: expect.any(String) }],
  ])
  const after = await reload(broken)
  expect(after).toMatchObject({ readAt: null, readError: expect.any(String) })
  expect(after.nextReadAt?.getTime()).toBeGreaterThan(startedAt + 10 * 60_000)
  expect((await reload(whole)).readAt).not.toBeNull()
})

test.each([
  ['Inquiry', 'reconcile_failed'],
  ['AccountOpening', 'outbox_failed'],
])('a loop that cannot read %s logs it, and recovers when it can', async (table, event) => {
  const error = vi.spyOn(log, 'error')
  await db().$executeRawUnsafe(`ALTER TABLE "${table}" RENAME TO "away"`)
  startLoop()
  await vi.waitUntil(() => error.mock.calls.some(([name]) => name === event), WITHIN)
  await db().$executeRawUnsafe(`ALTER TABLE "away" RENAME TO "${table}"`)
  expect(error).toHaveBeenCalledWith(event, { error: 'PrismaClientKnownRequestError' })
  app.service.answer(shows('NEEDS_REVIEW'))
  await settled((await insertDue()).id)
})

test('each attempt to open an inquiry is counted', async () => {
  app.service.answer(() => ({ status: 503 }))
  const applicant = newApplicant()
  await openInquiry(applicant, filledForm())
  const row = await db().inquiry.findFirstOrThrow({ where: { applicantHash: applicant.hash } })
  expect(row.openState).toBe('OPENING')
  await makeDue(row)
  app.service.answer(() => ({ status: 201, body: { inquiryId: crypto.randomUUID() } }))
  await reconcileOne(row.id)
  expect(await reload(row)).toMatchObject({
    openState: 'OPEN',
    openAttempts: row.openAttempts + 1,
  })
})

test('an open that throws is due again when its lease ends, and sets no read error', async () => {
  const error = vi.spyOn(log, 'error')
  app.service.answer(() => ({ status: 201, body: { inquiryId: crypto.randomUUID() } }))
  const row = await makeDue(await insertOpenInquiry({ inquiryId: null }))
  await db().$executeRawUnsafe(
    `ALTER TABLE "Inquiry" ADD CONSTRAINT "broken_open" CHECK ("id" <> '${row.id}' OR "inquiryId" IS NULL)`,
  )
  await reconcileOne(row.id)
  expect(error.mock.calls).toEqual([
    ['reconcile_failed', { inquiry: row.id, error: expect.any(String) }],
  ])
  const after = await reload(row)
  expect(after).toMatchObject({ openState: 'OPENING', inquiryId: null, readError: null })
  expect(after.nextReadAt?.getTime()).toBeGreaterThan(Date.now())
})

test('if postponing a failed read fails too, it is logged and the row is due again when its lease ends', async () => {
  const error = vi.spyOn(log, 'error')
  app.service.answer(shows('DECLINED'))
  const row = await insertDue()
  await db().$executeRawUnsafe(
    `ALTER TABLE "Inquiry" ADD CONSTRAINT "broken_read" CHECK ("id" <> '${row.id}' OR "status" IS NULL AND "readError" IS NULL)`,
  )
  await reconcileOne(row.id)
  expect(error.mock.calls).toEqual([
    ['reconcile_failed', { inquiry: row.id, error: expect.any(String) }],
    ['postpone_failed', { inquiry: row.id, error: expect.any(String) }],
  ])
  expect((await reload(row)).nextReadAt?.getTime()).toBeGreaterThan(Date.now())
})
