import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { db } from '../db'
import { env } from '../env'
import { countRowsRead } from '../testing/rows-read'
import { insertOpenInquiry, newStaff, startTestApp, type TestApp } from '../testing/test-app'
import { uuid7At } from '../uuid7-time'
import { revealInquiry } from './documents'
import {
  decideReveal,
  listWaitingReveals,
  missingForReveal,
  requestReveal,
} from './reveal-requests'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
afterEach(async () => {
  env().REVEAL_RULE = 'role'
  await db().revealRequest.deleteMany()
})

const REASON = { reason: 'fraud', caseNumber: 'C-12/7' } as const
const trailOf = async (id: string) => {
  const entries = await db().auditEntry.findMany({
    where: { inquiryRow: id },
    orderBy: { id: 'asc' },
  })
  return entries.map(({ actor, action, outcome, reason }) => [actor, action, outcome, reason])
}

test('with the rule `reason`, an identity is shown only after a reason is recorded, for half an hour', async () => {
  env().REVEAL_RULE = 'reason'
  const [reviewer, other] = [newStaff('REVIEWER'), newStaff('REVIEWER')]
  const { id } = await insertOpenInquiry()
  expect(await revealInquiry(reviewer, id)).toEqual({ ok: false, error: 'reason_required' })
  expect(await requestReveal(reviewer, id, REASON)).toEqual({ ok: true, awaitsApproval: false })
  expect(await missingForReveal(reviewer, id)).toBeNull()
  // A reason covers one person and one inquiry.
  expect(await missingForReveal(other, id)).toBe('reason_required')
  expect(await missingForReveal(reviewer, (await insertOpenInquiry()).id)).toBe('reason_required')
  await db().revealRequest.updateMany({ data: { allowedTill: new Date() } })
  expect(await missingForReveal(reviewer, id)).toBe('reason_required')
  expect(await trailOf(id)).toEqual([
    [reviewer.id, 'identity.revealed', 'reason_required', null],
    [reviewer.id, 'reveal.requested', 'allowed', 'fraud C-12/7'],
  ])
})

test('with four eyes, only a colleague who may reveal can approve, and only once', async () => {
  env().REVEAL_RULE = 'four-eyes'
  const [asker, second, viewer] = [newStaff('REVIEWER'), newStaff('REVIEWER'), newStaff('VIEWER')]
  const { id } = await insertOpenInquiry()
  expect(await revealInquiry(asker, id)).toEqual({ ok: false, error: 'approval_required' })
  expect(await requestReveal(asker, id, REASON)).toEqual({ ok: true, awaitsApproval: true })
  expect(await revealInquiry(asker, id)).toEqual({ ok: false, error: 'approval_awaited' })

  expect(await listWaitingReveals(asker)).toEqual([])
  expect(await listWaitingReveals(viewer)).toEqual([])
  const [waiting] = await listWaitingReveals(second)
  expect(waiting).toMatchObject({ inquiry: id, ...REASON })
  const request = waiting?.id ?? ''
  expect(await decideReveal(asker, request, true)).toEqual({
    ok: false,
    reason: 'own_request',
  })
  expect(await decideReveal(viewer, request, true)).toEqual({
    ok: false,
    reason: 'forbidden',
  })
  expect(await decideReveal(second, randomUUID(), true)).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await missingForReveal(asker, id)).toBe('approval_awaited')

  const decisions = await Promise.all([
    decideReveal(second, request, true),
    decideReveal(second, request, false),
  ])
  expect(decisions.filter(({ ok }) => ok)).toHaveLength(1)
  await db().revealRequest.update({
    where: { id: request },
    data: { allowedTill: new Date(Date.now() + 60_000) },
  })
  expect(await missingForReveal(asker, id)).toBeNull()
  expect(await missingForReveal(second, id)).toBe('approval_required')
})

test('asking again while a request is waiting does not add another, so nobody can flood the list', async () => {
  env().REVEAL_RULE = 'four-eyes'
  const [asker, other, second] = [newStaff('REVIEWER'), newStaff('REVIEWER'), newStaff('ADMIN')]
  const { id } = await insertOpenInquiry()
  const awaited = { ok: true, awaitsApproval: true }
  expect(await requestReveal(asker, id, REASON)).toEqual(awaited)
  // A request doesn't change while a colleague is deciding on it.
  const another = { reason: 'review', caseNumber: null } as const
  const repeated = Array.from({ length: 5 }, () => requestReveal(asker, id, another))
  expect(await Promise.all(repeated)).toEqual(repeated.map(() => awaited))
  const own = { inquiryRow: id, requestedBy: asker.id }
  expect(await db().revealRequest.findMany({ where: own })).toMatchObject([REASON])
  const fresh = await Promise.all([1, 2, 3].map(() => requestReveal(other, id, REASON)))
  expect(fresh).toEqual([awaited, awaited, awaited])
  const waiting = await listWaitingReveals(second)
  expect(waiting.filter(({ inquiry }) => inquiry === id)).toHaveLength(2)

  await db().revealRequest.updateMany({ where: own, data: { requestedAt: new Date(0) } })
  await requestReveal(asker, id, REASON)
  expect(await db().revealRequest.count({ where: own })).toBe(2)
  expect(await trailOf(id)).toHaveLength(3)
})

test('a declined request allows nothing, and neither does an old one or a reason without approval', async () => {
  const [asker, second] = [newStaff('REVIEWER'), newStaff('ADMIN')]
  const { id } = await insertOpenInquiry()
  env().REVEAL_RULE = 'reason'
  await requestReveal(asker, id, REASON)
  env().REVEAL_RULE = 'four-eyes'
  expect(await missingForReveal(asker, id)).toBe('approval_required')
  await requestReveal(asker, id, REASON)
  const [waiting] = await listWaitingReveals(second)
  await decideReveal(second, waiting?.id ?? '', false)
  expect(await missingForReveal(asker, id)).toBe('approval_required')
  await requestReveal(asker, id, REASON)
  const [late] = await listWaitingReveals(second)
  const longAgo = new Date(Date.now() - 9 * 3_600_000)
  await db().revealRequest.updateMany({ data: { requestedAt: longAgo } })
  expect(await listWaitingReveals(second)).toEqual([])
  expect(await decideReveal(second, late?.id ?? '', true)).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await missingForReveal(asker, id)).toBe('approval_required')
})

test('a viewer cannot record a reason', async () => {
  env().REVEAL_RULE = 'reason'
  const { id } = await insertOpenInquiry()
  expect(await requestReveal(newStaff('VIEWER'), id, REASON)).toEqual({
    ok: false,
    reason: 'forbidden',
  })
  expect(await db().revealRequest.count({ where: { inquiryRow: id } })).toBe(0)
})

test('nobody can request a reveal of an inquiry that does not exist', async () => {
  const reviewer = newStaff('REVIEWER')
  expect(await requestReveal(reviewer, randomUUID(), REASON)).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await db().revealRequest.count()).toBe(0)
})

test('approvers see who asked, for which inquiry and why, oldest first', async () => {
  env().REVEAL_RULE = 'four-eyes'
  const [asker, removed, second] = [newStaff('REVIEWER'), newStaff('REVIEWER'), newStaff('ADMIN')]
  const { id, name } = await db().user.create({
    data: {
      id: asker.id,
      issuer: 'test',
      subject: asker.id,
      name: 'Robin Reviewer',
      email: `${asker.id}@example.com`,
      role: 'REVIEWER',
    },
  })
  const [one, two] = [await insertOpenInquiry(), await insertOpenInquiry()]
  await requestReveal(asker, one.id, REASON)
  await requestReveal(removed, two.id, { reason: 'review', caseNumber: null })
  const asked = { id: expect.any(String), requestedAt: expect.any(String) }
  expect(await listWaitingReveals(second)).toEqual([
    { ...asked, ...REASON, inquiry: one.id, referenceId: one.referenceId, requestedBy: name },
    {
      ...asked,
      reason: 'review',
      caseNumber: null,
      inquiry: two.id,
      referenceId: two.referenceId,
      // Removed staff are shown by id.
      requestedBy: removed.id,
    },
  ])
  expect(id).toBe(asker.id)
})

test('requests that nobody decided do not slow down the list of those that wait', async () => {
  env().REVEAL_RULE = 'four-eyes'
  const { id } = await insertOpenInquiry()
  const requestedAt = new Date(Date.now() - 300 * 24 * 3_600_000)
  const forgotten = { inquiryRow: id, requestedBy: randomUUID(), reason: 'review', requestedAt }
  const first = uuid7At(requestedAt).slice(0, -12)
  await db().revealRequest.createMany({
    data: Array.from({ length: 5_000 }, (_, nth) => ({
      ...forgotten,
      id: first + `${nth}`.padStart(12, '0'),
    })),
  })
  await db().$executeRaw`ANALYZE "RevealRequest"`
  await requestReveal(newStaff('REVIEWER'), id, REASON)
  const read = await countRowsRead('RevealRequest', async () => {
    expect(await listWaitingReveals(newStaff('ADMIN'))).toMatchObject([REASON])
  })
  expect(read).toBeLessThan(100)
})

test('a request waits for eight hours, an approval counts for half an hour, and both are in the audit trail', async () => {
  env().REVEAL_RULE = 'four-eyes'
  const [asker, second] = [newStaff('REVIEWER'), newStaff('ADMIN')]
  const { id } = await insertOpenInquiry()
  const without = { reason: 'review', caseNumber: null } as const
  await requestReveal(asker, id, without)
  const sevenHoursAgo = new Date(Date.now() - 7 * 3_600_000)
  await db().revealRequest.updateMany({ data: { requestedAt: sevenHoursAgo } })
  expect(await missingForReveal(asker, id)).toBe('approval_awaited')
  const [waiting] = await listWaitingReveals(second)
  const approvedAt = Date.now()
  expect(await decideReveal(second, waiting?.id ?? '', true)).toEqual({ ok: true })
  expect(await missingForReveal(asker, id)).toBeNull()
  const { allowedTill } = await db().revealRequest.findFirstOrThrow({ where: { inquiryRow: id } })
  const allowedMs = (allowedTill?.getTime() ?? 0) - approvedAt
  expect(allowedMs).toBeGreaterThanOrEqual(30 * 60_000)
  expect(allowedMs).toBeLessThan(31 * 60_000)

  // Once an approval has expired, a new request needs its own decision.
  await db().revealRequest.updateMany({ data: { allowedTill: new Date(0) } })
  await requestReveal(asker, id, without)
  expect(await missingForReveal(asker, id)).toBe('approval_awaited')
  const [again] = await listWaitingReveals(second)
  await decideReveal(second, again?.id ?? '', false)
  expect(await missingForReveal(asker, id)).toBe('approval_required')
  expect(await trailOf(id)).toEqual([
    [asker.id, 'reveal.requested', 'awaits_approval', 'review'],
    [second.id, 'reveal.decided', 'approved', 'review'],
    [asker.id, 'reveal.requested', 'awaits_approval', 'review'],
    [second.id, 'reveal.decided', 'declined', 'review'],
  ])
})
