import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ONE_LOOK_MS } from '../audit'
import { db } from '../db'
import type { Staff } from '../staff'
import { eventOf, insertOpenInquiry, startTestApp, type TestApp } from '../testing/test-app'
import { listEvents } from './event-list'
import { getInquiryDetail } from './inquiry-detail'
import { listInquiries } from './inquiry-list'
import { getOverview } from './overview'
import { recordEvent } from './record-event'
import { wordsOf } from './search-words'
import { listStaff } from './staff-list'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const viewer: Staff = { id: randomUUID(), email: 'v@example.com', name: 'V', role: 'VIEWER' }
const ids = async (filter: Parameters<typeof listInquiries>[1]) =>
  (await listInquiries(viewer, filter)).items.map((item) => item.id)
const change = (id: string, data: object) => db().inquiry.update({ where: { id }, data })

test('pages hold every row once, newest first', async () => {
  const status = 'PAGED'
  const rows = []
  for (let n = 0; n < 60; n++) {
    const row = await insertOpenInquiry()
    await change(row.id, { status })
    rows.unshift(row.id)
  }
  const seen: string[] = []
  let after: string | undefined
  do {
    const page = await listInquiries(viewer, { status, after })
    seen.push(...page.items.map((item) => item.id))
    after = page.nextCursor ?? undefined
  } while (after)
  expect(seen).toEqual(rows)
})

test('an inquiry is found by its inquiryId, the beginning of its reference, and words of its note', async () => {
  const row = await insertOpenInquiry()
  const note = 'Referred by the Harbour branch.'
  await change(row.id, { note, noteWords: wordsOf(note) })
  expect(await ids({ search: row.inquiryId ?? '' })).toEqual([row.id])
  expect(await ids({ search: row.referenceId.slice(0, 20) })).toEqual([row.id])
  expect(await ids({ search: 'HARBOUR referred' })).toEqual([row.id])
  expect(await ids({ search: 'harbour elsewhere' })).toEqual([])
  expect(await ids({ search: `%${row.referenceId.slice(4, 20)}` })).toEqual([])
})

test('attention shows reversals, orphans, failed opens and failed reads, and no others', async () => {
  const [calm, reversed, orphaned, failed, unread] = await Promise.all(
    Array.from({ length: 5 }, () => insertOpenInquiry()),
  )
  if (!calm || !reversed || !orphaned || !failed || !unread) throw new Error('not inserted')
  await change(reversed.id, { reversedAt: new Date() })
  await change(orphaned.id, { orphanId: randomUUID() })
  await change(failed.id, { openState: 'OPEN_FAILED' })
  await change(unread.id, { readError: 'UnavailableError' })
  const shown = await ids({ attention: true })
  expect(shown.toSorted()).toEqual(
    [reversed, orphaned, failed, unread].map(({ id }) => id).toSorted(),
  )
})

test('days include both ends', async () => {
  const row = await insertOpenInquiry()
  const today = row.createdAt.toISOString().slice(0, 10)
  expect(await ids({ from: today, to: today })).toContain(row.id)
  expect(await ids({ from: '2999-01-01' })).toEqual([])
  expect(await ids({ to: '2020-01-01' })).toEqual([])
})

test('a filter that means nothing is no filter: it came from a URL', async () => {
  await insertOpenInquiry()
  expect(await ids({ after: 'x', from: 'yesterday', to: "'; --" })).not.toEqual([])
})

test('the detail tells what happened in order, and its view is audited', async () => {
  const row = await insertOpenInquiry()
  await recordEvent(eventOf(row, 'NEEDS_REVIEW', new Date()), 'd-1')
  const detail = await getInquiryDetail(viewer, row.id)
  expect(detail?.timeline.map(({ kind }) => kind)).toEqual(['open', 'event', 'change'])
  const again = await getInquiryDetail(viewer, row.id)
  expect(again?.timeline.at(-1)).toMatchObject({ kind: 'view', label: 'inquiry.viewed' })
  expect(await getInquiryDetail(viewer, randomUUID())).toBeNull()
})

test('a page that follows its inquiry is one look; somebody else, and a later one, are others', async () => {
  const row = await insertOpenInquiry()
  const looks = () => db().auditEntry.findMany({ where: { inquiryRow: row.id } })
  await getInquiryDetail(viewer, row.id)
  await recordEvent(eventOf(row, 'NEEDS_REVIEW', new Date()), 'd-1')
  await getInquiryDetail(viewer, row.id)
  expect(await looks()).toHaveLength(1)

  await getInquiryDetail({ ...viewer, id: randomUUID() }, row.id)
  expect(await looks()).toHaveLength(2)

  const longAgo = new Date(Date.now() - ONE_LOOK_MS)
  await db().auditEntry.updateMany({ where: { inquiryRow: row.id }, data: { at: longAgo } })
  await getInquiryDetail(viewer, row.id)
  expect(await looks()).toHaveLength(3)
})

test('events page by the time they were received, those of the same moment by their ids', async () => {
  const row = await insertOpenInquiry()
  const later = Date.now() + 60_000
  const sent = []
  for (let n = 0; n < 30; n++) {
    const event = eventOf(row, 'APPROVED', new Date())
    await recordEvent(event, null)
    const { id } = event
    const receivedAt = new Date(later + Math.floor(n / 3))
    await db().webhookEvent.update({ where: { id }, data: { receivedAt } })
    sent.push({ id, receivedAt: receivedAt.toISOString() })
  }
  const first = await listEvents(viewer, {})
  const second = await listEvents(viewer, { after: first.nextCursor ?? '' })
  const seen = [...first.items, ...second.items].slice(0, 30)
  const newestFirst = sent.toSorted(
    (one, other) =>
      other.receivedAt.localeCompare(one.receivedAt) || other.id.localeCompare(one.id),
  )
  expect(seen.map(({ id, receivedAt }) => ({ id, receivedAt }))).toEqual(newestFirst)
  expect(first.items[0]?.inquiry).toBe(row.id)
})

test('the overview has each of the last fourteen days, and the times to a decision', async () => {
  const row = await insertOpenInquiry()
  await change(row.id, {
    status: 'DECLINED',
    decidedAt: new Date(row.createdAt.getTime() + 90_000),
  })
  const overview = await getOverview(viewer)
  expect(overview.outcomesByDay).toHaveLength(14)
  expect(overview.outcomesByDay.at(-1)?.outcomes.DECLINED).toBe(1)
  expect(overview.timeToDecision).toEqual({ median: 90, p95: 90 })
})

test('only an admin sees who the staff are', async () => {
  await db().user.create({ data: { email: 'a@example.com', name: 'A', role: 'ADMIN' } })
  expect(await listStaff(viewer)).toEqual([])
  expect(await listStaff({ ...viewer, role: 'ADMIN' })).toMatchObject([{ email: 'a@example.com' }])
})
