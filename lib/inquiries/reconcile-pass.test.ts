// What a pass of the reconciler claims, in which order, and when it ends.

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { db } from '../db'
import { env } from '../env'
import { log } from '../log'
import { insertOpenInquiry } from '../testing/test-app'
import { makeDue, reload } from '../testing/test-inquiry'
import {
  ANSWER_MS,
  insertDue,
  insertManyDue,
  PASS_MS,
  shows,
  WITHIN,
  withReconciler,
} from '../testing/test-reconciler'
import { getApplicantInquiry } from './applicant-inquiry'
import { reconcileDue, reconcileOne } from './reconcile'

const { app } = withReconciler()

test('awaited reads go first, longest due first, then openings, then scheduled reads', async () => {
  Object.assign(env(), { VERIFICATION_CALLS_PER_MINUTE: 60 })
  app.service.answer((request, nth) =>
    request.method === 'POST'
      ? { status: 201, body: { inquiryId: crypto.randomUUID() } }
      : shows('NEEDS_REVIEW')(request, nth),
  )
  const scheduled = await insertDue({ nextReadAt: new Date(1) })
  const opening = await makeDue(await insertOpenInquiry({ inquiryId: null }))
  const newer = await insertDue({ urgent: true, nextReadAt: new Date(3) })
  const older = await insertDue({ urgent: true, nextReadAt: new Date(2) })
  // Each pass has one call: the bucket holds two at most, and reserves part of them for awaited reads.
  for (const [next, tokens] of [
    [older, 1],
    [newer, 1],
    [opening, 2],
    [scheduled, 2],
  ] as const) {
    await db().serviceGate.deleteMany()
    await db().serviceGate.create({ data: { id: 1, tokens } })
    expect(await reconcileDue(300)).toMatchObject({ reconciled: 1 })
    const asked = next === opening ? opening.openKey : next.inquiryId
    const { headers, path } = app.service.requests.at(-1) ?? {}
    expect(headers?.['idempotency-key'] ?? path?.split('/').at(-1)).toBe(asked)
  }
})

test('a cron pass ends in time, says that more is due, and the next one continues', async () => {
  // Decided, so none is due again within the test, however slow the machine is.
  app.service.answer(async (request, nth) => {
    await sleep(ANSWER_MS)
    return shows('DECLINED')(request, nth)
  })
  // More than the 64 that a pass reads at a time.
  const rows = 80
  await insertManyDue(rows)
  const startedAt = Date.now()
  const first = await reconcileDue(ANSWER_MS / 2)
  expect(Date.now() - startedAt).toBeLessThan(PASS_MS)
  expect(first.isComplete).toBe(false)
  expect(first.reconciled).toBeLessThan(rows)
  const second = await reconcileDue(PASS_MS)
  expect(second.isComplete).toBe(true)
  expect(first.reconciled + second.reconciled).toBe(rows)
})

test('a cron pass opens due accounts even if no read is due', async () => {
  app.service.answer(shows('APPROVED'))
  const row = await insertDue()
  expect(await reconcileDue(PASS_MS)).toEqual({ reconciled: 1, isComplete: true })
  expect((await reload(row)).accountOpening).toMatchObject({ openedAt: expect.any(Date) })
  const reopened = { nextTryAt: new Date(0), openedAt: null }
  await db().accountOpening.update({ where: { inquiryRow: row.id }, data: reopened })
  expect(await reconcileDue(PASS_MS)).toEqual({ reconciled: 0, isComplete: true })
  expect((await reload(row)).accountOpening).toMatchObject({ openedAt: expect.any(Date) })
})

test('an approval that is withdrawn without an event is noticed a day later (N29)', async () => {
  app.service.answer(shows('APPROVED'))
  const row = await insertDue()
  await reconcileDue(PASS_MS)
  expect(await getApplicantInquiry({ hash: row.applicantHash })).toMatchObject({
    stage: 'approved',
    accountOpened: true,
  })
  const { decidedAt, readAt, nextReadAt } = await reload(row)
  const aDayEarlier = (date: Date | null) =>
    date && new Date(date.getTime() - 24 * 3_600_000 - 1_000)
  await db().inquiry.update({
    where: { id: row.id },
    data: {
      decidedAt: aDayEarlier(decidedAt),
      readAt: aDayEarlier(readAt),
      nextReadAt: aDayEarlier(nextReadAt),
    },
  })
  app.service.answer(shows('DECLINED'))
  expect(await reconcileDue(PASS_MS)).toEqual({ reconciled: 1, isComplete: true })
  expect(await reload(row)).toMatchObject({
    status: 'DECLINED',
    grantedAt: null,
    reversedAt: expect.any(Date),
  })
  expect(await getApplicantInquiry({ hash: row.applicantHash })).toMatchObject({
    stage: 'declined',
    accountOpened: false,
  })
})

test('an inquiry is not read before it is due, or while another read has claimed it', async () => {
  app.service.answer(shows('NEEDS_REVIEW'))
  const later = await insertDue({ nextReadAt: new Date(Date.now() + 60_000) })
  await reconcileOne(later.id)
  expect(app.service.requests).toEqual([])

  const row = await insertDue({ urgent: true })
  app.service.answer(async (request, nth) => {
    const { nextReadAt, urgent, readAttempts } = await reload(row)
    expect(nextReadAt?.getTime()).toBeGreaterThan(Date.now() + 5_000)
    expect({ urgent, readAttempts }).toEqual({ urgent: true, readAttempts: row.readAttempts + 1 })
    await reconcileOne(row.id)
    expect(await reconcileDue(PASS_MS)).toEqual({ reconciled: 0, isComplete: true })
    return shows('NEEDS_REVIEW')(request, nth)
  })
  await reconcileOne(row.id)
  expect(app.service.requests).toHaveLength(1)
  expect((await reload(row)).readAt).not.toBeNull()
})

test('a pass waits if the budget refills in time, and otherwise ends early', async () => {
  Object.assign(env(), { VERIFICATION_CALLS_PER_MINUTE: 600 })
  app.service.answer(shows('NEEDS_REVIEW'))
  const row = await insertDue({ urgent: true })
  await db().serviceGate.create({ data: { id: 1, tokens: 0 } })
  expect(await reconcileDue(PASS_MS)).toMatchObject({ reconciled: 1 })
  expect((await reload(row)).readAt).not.toBeNull()

  const pausedUntil = new Date(Date.now() + 10 * 60_000)
  await db().serviceGate.update({ where: { id: 1 }, data: { pausedUntil } })
  await makeDue(row)
  const startedAt = Date.now()
  expect(await reconcileDue(PASS_MS)).toEqual({ reconciled: 0, isComplete: false })
  expect(Date.now() - startedAt).toBeLessThan(PASS_MS / 2)
})

test('a pass reads due inquiries even if no account can be opened', async () => {
  const error = vi.spyOn(log, 'error')
  app.service.answer(shows('NEEDS_REVIEW'))
  const row = await insertDue()
  await db().$executeRawUnsafe('ALTER TABLE "AccountOpening" RENAME TO "away"')
  const pass = reconcileDue(PASS_MS)
  await vi.waitUntil(() => error.mock.calls.length > 0, WITHIN)
  await db().$executeRawUnsafe('ALTER TABLE "away" RENAME TO "AccountOpening"')
  await pass
  expect(error).toHaveBeenCalledWith('outbox_failed', { error: 'PrismaClientKnownRequestError' })
  expect((await reload(row)).readAt).not.toBeNull()
})
