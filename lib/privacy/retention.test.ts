import { randomUUID } from 'node:crypto'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { FIELDS, personalColumns } from '../application-form'
import { db } from '../database/db'
import { uuid7At } from '../database/uuid7-time'
import { findOldestDue } from '../inquiries/queue'
import { recordEvent } from '../inquiries/record-event'
import { log } from '../runtime/log'
import { eventOf, insertOpenInquiry, withTestApp } from '../testing/test-app'
import { removeExpired } from './retention'

const DAY_MS = 24 * 3_600_000
const now = new Date()
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)

withTestApp()
afterEach(async () => {
  await db().webhookEvent.deleteMany()
  await db().auditEntry.deleteMany()
})

const outcomes = async () => {
  const entries = await db().auditEntry.findMany({
    where: { action: 'retention.applied' },
    orderBy: { id: 'asc' },
  })
  return entries.map(({ outcome }) => outcome)
}

/** Inserts entries of one day, each with its own id. */
const insertAudits = (number: number, at: Date) =>
  db().auditEntry.createMany({
    data: Array.from({ length: number }, () => ({
      id: uuid7At(at).slice(0, -12) + randomUUID().slice(-12),
      at,
      actor: 'system',
      action: 'inquiry.viewed',
      outcome: 'shown',
    })),
  })

test('audit entries past their limit are removed, even more than one batch, and the rest stay', async () => {
  await insertAudits(2_300, daysAgo(731))
  await insertAudits(1, daysAgo(729))
  const removed = { texts: 0, auditEntries: 2_300 }
  expect(await removeExpired()).toEqual({ removed, more: false })
  expect(await db().auditEntry.count({ where: { action: 'inquiry.viewed' } })).toBe(1)
  expect(await outcomes()).toEqual(['2300_audit_entries'])
})

test('a run whose time is up reports that more is left, and the next one continues', async () => {
  await insertAudits(2_300, daysAgo(731))
  const run = () => removeExpired({ maxMs: 0 })
  expect(await run()).toMatchObject({ removed: { auditEntries: 1_000 }, more: true })
  expect(await run()).toMatchObject({ removed: { auditEntries: 1_000 }, more: true })
  expect(await run()).toMatchObject({ removed: { auditEntries: 300 }, more: false })
})

test('a kind that cannot be removed fails the run, but the others are removed and audited', async () => {
  await insertTexts(91, TEXTS)
  await insertAudits(1, daysAgo(732))
  const error = vi.spyOn(log, 'error')
  await db().$executeRaw`ALTER TABLE "Inquiry" RENAME TO "away"`
  const run = removeExpired()
  await expect(run).rejects.toThrow('Inquiry')
  await db().$executeRaw`ALTER TABLE "away" RENAME TO "Inquiry"`
  expect(await outcomes()).toEqual(['1_audit_entries'])
  const failed = { kind: 'texts', error: expect.any(String) }
  expect(error.mock.calls).toEqual([['retention_kind_failed', failed]])
  await removeExpired()
})

test('the database’s clock decides about the limit and the row, not this machine’s', async () => {
  await insertAudits(3, daysAgo(1))
  // Created while the machine's clock was three years slow.
  const [slow] = await db().auditEntry.findMany({ take: 1 })
  const id = uuid7At(daysAgo(1_100))
  await db().auditEntry.update({ where: { id: slow?.id ?? '' }, data: { id } })
  const written = await insertTexts(1, TEXTS)
  const old = await insertTexts(91, TEXTS)
  await db().inquiry.update({
    where: { id: (await written()).id },
    data: { id: uuid7At(daysAgo(1_100)) },
  })
  vi.useFakeTimers({ toFake: ['Date'], now: daysAgo(-1_100) })
  onTestFinished(() => void vi.useRealTimers())
  expect((await removeExpired()).removed).toEqual({ texts: 1, auditEntries: 0 })
  expect(await old()).toMatchObject(NO_TEXTS)
})

const TEXTS = {
  note: 'Please call.',
  reviewReasons: ['Blurred photo'],
  portalDecisionNote: 'Looks fine.',
  openBody: '{"referenceId":"a"}',
}
const NO_TEXTS = {
  note: null,
  reviewReasons: [],
  portalDecisionNote: null,
  openBody: '',
}

async function insertTexts(madeDaysAgo: number, columns: Parameters<typeof insertOpenInquiry>[0]) {
  // The id starts with the time, and a random end keeps ids of the same day distinct.
  const id = uuid7At(daysAgo(madeDaysAgo)).slice(0, -12) + randomUUID().slice(-12)
  const row = await insertOpenInquiry({ id, createdAt: daysAgo(madeDaysAgo), ...columns })
  return () => db().inquiry.findUniqueOrThrow({ where: { id: row.id } })
}

test('free text is emptied once 90 days have passed since the inquiry was created and decided', async () => {
  const old = await insertTexts(91, TEXTS)
  const oldAndDecided = await insertTexts(120, { ...TEXTS, statusSince: daysAgo(91) })
  const young = await insertTexts(89, TEXTS)
  const justDecided = await insertTexts(120, { ...TEXTS, statusSince: daysAgo(89) })
  const notYetOpen = await insertTexts(91, {
    ...TEXTS,
    openState: 'OPENING',
    serviceInquiryId: null,
  })

  expect((await removeExpired()).removed.texts).toBe(2)
  for (const row of [old, oldAndDecided]) expect(await row()).toMatchObject(NO_TEXTS)
  for (const row of [young, justDecided, notYetOpen]) expect(await row()).toMatchObject(TEXTS)
  expect(await outcomes()).toEqual(['2_texts'])
  expect((await removeExpired()).removed.texts).toBe(0)
})

test('the input of openAccount is kept until the decision and the account are settled', async () => {
  const insert = (columns: Parameters<typeof insertOpenInquiry>[0]) =>
    insertTexts(120, { ...TEXTS, statusSince: daysAgo(91), dueAt: daysAgo(-1), ...columns })
  const approved = { status: 'APPROVED', grantedAt: daysAgo(91) }
  const expired = { expiresAt: daysAgo(91) }
  const awaited = [
    await insert({ status: 'NEEDS_REVIEW' }),
    await insert(approved),
    await insert({ status: 'COMPLETED', ...expired }),
    await insert({ ...approved, ...expired }),
    await insert({ status: 'PENDING', ...expired, reportedStatus: 'APPROVED' }),
    await insert({ status: 'PENDING', expiresAt: daysAgo(89) }),
  ]
  const settled = [
    await insert({ status: 'PENDING', dueAt: null }),
    // These expired unfinished, although the app still reads them for a while.
    await insert({ status: null, ...expired }),
    await insert({ status: 'PENDING', ...expired }),
    await insert({ status: 'ESCALATED', ...expired }),
    await insert({ status: 'DECLINED' }),
    await insert({ status: 'APPROVED' }),
    await insert({ ...approved, accountOpenedAt: daysAgo(91) }),
    await insert({ ...approved, accountRefusal: 'sanctions' }),
  ]
  expect((await removeExpired()).removed.texts).toBe(settled.length)
  for (const row of awaited) expect(await row()).toMatchObject(TEXTS)
  for (const row of settled) expect(await row()).toMatchObject(NO_TEXTS)
})

test('retention knows every column of an inquiry that can hold a sentence', async () => {
  const columns = await db().$queryRaw<{ name: string }[]>`
    SELECT column_name AS "name" FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = 'Inquiry'
      AND data_type IN ('text', 'character varying', 'ARRAY')
      AND coalesce(character_maximum_length > 64, true)`
  /** Ids, codes of ours or the contract's, and fields that a merchant has marked as personal. */
  const codes = ['referenceId', 'lastError', 'accountError', 'noticeError', ...personalColumns()]
  const texts = columns.map(({ name }) => name).filter((name) => !codes.includes(name))
  expect(texts.sort()).toEqual(Object.keys(TEXTS).sort())
})

test.each([
  { openBody: '{"referenceId":"a"}' },
  { reviewReasons: ['Blurred photo'] },
  { portalDecisionNote: 'Looks fine.' },
])('each text is found when it is the only one: %j', async (text) => {
  const row = await insertTexts(91, { ...NO_TEXTS, ...text })
  expect((await removeExpired()).removed.texts).toBe(1)
  expect(await row()).toMatchObject(NO_TEXTS)
})

test('an event outlives its inquiry’s text, so that a replay 90 days later changes nothing', async () => {
  const row = await insertOpenInquiry()
  const old = eventOf(row, 'DECLINED', daysAgo(100))
  await recordEvent(old, null)
  const arrived = { arrivedAt: daysAgo(95), inquiryId: row.id }
  await db().webhookEvent.update({ where: { id: old.id }, data: arrived })
  await removeExpired()
  expect(await recordEvent(old, null)).toBe('duplicate')
  expect(await findOldestDue()).toBeNull()
  expect(await db().inquiry.findUnique({ where: { id: row.id } })).toEqual(row)
})

test('a personal answer is emptied, even of an inquiry without any other text', async () => {
  const accountError = 'as if it were personal'
  const row = await insertTexts(91, { ...NO_TEXTS, openBody: '{}', accountError })
  Object.assign(FIELDS, { accountError: { kind: 'date', isPersonal: true } })
  onTestFinished(() => void Reflect.deleteProperty(FIELDS, 'accountError'))
  expect((await removeExpired()).removed.texts).toBe(1)
  expect(await row()).toMatchObject({ accountError: null })
})
