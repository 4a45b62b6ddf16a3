import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PRODUCTS, SITE } from '../../site'
import { db } from '../db'
import { insertOpenInquiry, newStaff, startTestApp, type TestApp } from '../testing/test-app'
import { uuid7At } from '../uuid7-time'
import { exportInquiries } from './export-inquiries'
import { findInquiry } from './find-inquiry'
import { countInquiries } from './inquiry-counts'
import { type InquiryFilter, listInquiries } from './inquiry-list'
import { inOrder } from './inquiry-order'
import { countAwaitingDecision, getWorkQueue } from './work-queue'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const viewer = newStaff('VIEWER')
const ids = async (filter: Parameters<typeof listInquiries>[1]) =>
  (await listInquiries(viewer, filter)).items.map((item) => item.id)

test('a line shows the state of an inquiry, and nothing about the person', async () => {
  const status = 'SHOWN'
  const { id, referenceId, createdAt, updatedAt } = await insertOpenInquiry({ status })
  const line = {
    id,
    referenceId,
    product: PRODUCTS[0].id,
    openState: 'OPEN',
    status,
    reportedStatus: null,
    reversed: false,
    waitingSince: null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
  expect((await listInquiries(viewer, { status })).items).toEqual([line])
  const now = new Date()
  const data = { reportedStatus: 'DECLINED', heardAt: now, readAt: now, reversedAt: now }
  const changed = await db().inquiry.update({ where: { id }, data })
  expect((await listInquiries(viewer, { status })).items).toEqual([
    {
      ...line,
      reportedStatus: 'DECLINED',
      reversed: true,
      updatedAt: changed.updatedAt.toISOString(),
    },
  ])
  // Once a later read has confirmed or corrected it, the reported status is no longer shown.
  const readAt = new Date(now.getTime() + 1)
  await db().inquiry.update({ where: { id }, data: { readAt } })
  const [read] = (await listInquiries(viewer, { status })).items
  expect(read).toMatchObject({ reportedStatus: null })
})

test('paging shows every row once, newest first', async () => {
  const status = 'PAGED'
  const rows = []
  for (let n = 0; n < 60; n++) rows.unshift((await insertOpenInquiry({ status })).id)
  expect(await pagesOf({ status })).toEqual(rows)
})

/** The ids on every page of the list. */
async function pagesOf(filter: InquiryFilter): Promise<string[]> {
  const seen: string[] = []
  let after: string | undefined
  do {
    const page = await listInquiries(viewer, { ...filter, after })
    seen.push(...page.items.map((item) => item.id))
    after = page.nextCursor ?? undefined
  } while (after)
  return seen
}

test('the list can be paged oldest first or longest waiting first', async () => {
  const status = 'SORTED'
  const rows = []
  for (let n = 0; n < 60; n++) {
    // Three start waiting at the same time, and every tenth isn't waiting.
    const waitingSince = n % 10 === 9 ? null : new Date(1_000_000 - Math.floor(n / 3) * 1_000)
    rows.push(await insertOpenInquiry({ status, waitingSince }))
  }
  expect(await pagesOf({ status, sort: 'oldest' })).toEqual(rows.map(({ id }) => id))
  const waiting = rows
    .flatMap(({ id, waitingSince }) =>
      waitingSince ? [{ id, since: waitingSince.getTime() }] : [],
    )
    .toSorted((one, other) => one.since - other.since || one.id.localeCompare(other.id))
    .map(({ id }) => id)
  expect(await pagesOf({ status, sort: 'waiting' })).toEqual(waiting)
})

test.each(['newest', 'oldest', 'waiting'] as const)(
  'in the order %s, every inquiry leads to the one before it and the one after it',
  async (sort) => {
    const status = `NEIGHBOURS ${sort}`
    for (let n = 0; n < 6; n++)
      await insertOpenInquiry({ status, waitingSince: new Date(1_000 * Math.floor(n / 2)) })
    const listed = await db().inquiry.findMany({ where: { status }, ...firstOf(inOrder(sort)) })
    for (const [index, position] of listed.entries()) {
      for (const backwards of [false, true]) {
        const order = inOrder(sort, position, backwards)
        const next = await db().inquiry.findFirst({
          where: { AND: [{ status }, ...order.where] },
          orderBy: order.orderBy,
        })
        expect(next?.id).toBe(listed[index + (backwards ? -1 : 1)]?.id)
      }
    }
  },
)
const firstOf = ({ orderBy }: ReturnType<typeof inOrder>) => ({ orderBy })

test('a cursor from another order starts at the first page', async () => {
  const status = 'CURSORS'
  const { id } = await insertOpenInquiry({ status, waitingSince: new Date(5_000) })
  for (const after of [id, `~${id}`, `yesterday~${id}`, `2026-01-01T00:00:00.000Z~x`])
    expect(await ids({ status, sort: 'waiting', after })).toEqual([id])
  expect(await ids({ status, after: `2026-01-01T00:00:00.000Z~${id}` })).toEqual([id])
})

test('each tab counts what its list shows, up to a thousand, on the same days', async () => {
  const at = (day: string, status: string, n: number) =>
    insertOpenInquiry({ id: uuid7At(new Date(Date.parse(day) + n)), status })
  for (let n = 0; n < 3; n++) await at('2021-03-01', 'COUNTED_A', n)
  await at('2021-03-01', 'COUNTED_B', 3)
  await at('2021-03-02', 'COUNTED_A', 0)
  await insertOpenInquiry({ id: uuid7At(new Date('2021-03-02T10:00:00Z')), reversedAt: new Date() })
  const statuses = ['COUNTED_A', 'COUNTED_B', 'COUNTED_NONE']
  expect(await countInquiries(viewer, statuses, { from: '2021-03-01', to: '2021-03-01' })).toEqual({
    all: 4,
    attention: 0,
    byStatus: { COUNTED_A: 3, COUNTED_B: 1, COUNTED_NONE: 0 },
  })
  // Every tab has its own count, whichever tab is open.
  const open = { from: '2021-03-01', to: '2021-03-31', status: 'COUNTED_A' }
  expect(await countInquiries(viewer, statuses, open)).toMatchObject({
    all: 6,
    attention: 1,
    byStatus: { COUNTED_A: 4 },
  })
})

test('the work queue starts with the applicant who has waited longest', async () => {
  const status = 'NEEDS_REVIEW'
  const before = await countAwaitingDecision(viewer)
  for (const seconds of [50, 10, 30, 40, 20, 60])
    await insertOpenInquiry({ status, waitingSince: new Date(seconds * 1_000) })
  await insertOpenInquiry({ status: 'COMPLETED', waitingSince: new Date(0) })
  const { count, oldest } = await getWorkQueue(viewer)
  expect(count).toBe(before + 6)
  expect(oldest.map(({ waitingSince }) => new Date(waitingSince ?? '').getTime())).toEqual(
    [10, 20, 30, 40, 50].map((seconds) => seconds * 1_000),
  )
})

test('an inquiry is found by our own id and the beginning of its reference, not by its note', async () => {
  const row = await insertOpenInquiry({ note: 'Harbour' })
  expect(await ids({ search: row.id })).toEqual([row.id])
  expect(await ids({ search: ` ${row.referenceId.slice(0, 20)} ` })).toEqual([row.id])
  expect(await ids({ search: 'Harbour' })).toEqual([])
  expect(await ids({ search: randomUUID() })).toEqual([])
})

test.each([
  `${SITE.referencePrefix}-7K3M9QX2TA`,
  `${SITE.referencePrefix.toLowerCase()}-7k3m9qx2ta`,
  '7k3m9qx2ta',
])('%s finds its inquiry', async (search) => {
  const row = await insertOpenInquiry({ referenceId: `${SITE.referencePrefix}-7K3M9QX2TA` })
  expect(await ids({ search })).toEqual([row.id])
  await db().inquiry.delete({ where: { id: row.id } })
})

test('an inquiryId finds nothing in the list, because its filter is in the URL (F2)', async () => {
  const { inquiryId } = await insertOpenInquiry()
  expect(await ids({ search: inquiryId ?? '' })).toEqual([])
})

test('an inquiry is looked up by either id', async () => {
  const { id, inquiryId } = await insertOpenInquiry()
  expect(await findInquiry(viewer, inquiryId ?? '')).toBe(id)
  expect(await findInquiry(viewer, id.toUpperCase())).toBe(id)
  expect(await findInquiry(viewer, randomUUID())).toBeNull()
})

test('SQL wildcards are ordinary characters in a search', async () => {
  const [percent, backslash] = [
    await insertOpenInquiry({ referenceId: '100%_sure' }),
    await insertOpenInquiry({ referenceId: '100\\%' }),
  ]
  await insertOpenInquiry({ referenceId: '100 others' })
  expect(await ids({ search: '100%' })).toEqual([percent.id])
  expect(await ids({ search: '100%_s' })).toEqual([percent.id])
  expect(await ids({ search: '100%s' })).toEqual([])
  expect(await ids({ search: '100\\' })).toEqual([backslash.id])
})

test('a blank search finds everything', async () => {
  const status = 'SEARCHED'
  const row = await insertOpenInquiry({ status, referenceId: '!?' })
  const other = await insertOpenInquiry({ status })
  expect(await ids({ status, search: '!?' })).toEqual([row.id])
  expect(await ids({ status, search: '  ' })).toEqual([other.id, row.id])
})

test('the attention filter shows reversals, orphans, failed opens, reads and accounts, and nothing else', async () => {
  await insertOpenInquiry()
  const opening = (error: string | null) => ({
    accountOpening: { create: { requestedAt: new Date(), error } },
  })
  const opened = await insertOpenInquiry()
  await db().inquiry.update({ where: { id: opened.id }, data: opening(null) })
  const failing = await insertOpenInquiry()
  await db().inquiry.update({ where: { id: failing.id }, data: opening('TypeError') })
  const wanted = [
    await insertOpenInquiry({ reversedAt: new Date() }),
    await insertOpenInquiry({ orphanId: randomUUID() }),
    await insertOpenInquiry({ openState: 'OPEN_FAILED', openError: 'REFUSED' }),
    await insertOpenInquiry({ readError: 'UnavailableError' }),
  ]
  const from = wanted[0]?.createdAt.toISOString().slice(0, 10)
  const shown = await ids({ attention: true, from })
  for (const { id } of [...wanted, failing]) expect(shown).toContain(id)
  const rows = await db().inquiry.findMany({
    where: { id: { in: shown } },
    include: { accountOpening: true },
  })
  for (const row of rows)
    expect(
      row.reversedAt ??
        row.orphanId ??
        row.readError ??
        row.accountOpening?.error ??
        row.openState === 'OPEN_FAILED',
    ).toBeTruthy()
})

test('days are in UTC, and both ends are included', async () => {
  const at = (time: string) => insertOpenInquiry({ id: uuid7At(new Date(time)) })
  await at('2020-02-27T23:59:59.999Z')
  const first = await at('2020-02-28T00:00:00.000Z')
  const last = await at('2020-02-29T23:59:59.999Z')
  await at('2020-03-01T00:00:00.000Z')
  expect(await ids({ from: '2020-02-28', to: '2020-02-29' })).toEqual([last.id, first.id])
  expect(await ids({ from: '2999-01-01' })).toEqual([])
  expect(await ids({ to: '2020-02-26' })).toEqual([])
})

test('an invalid filter is ignored, because it comes from a URL', async () => {
  await insertOpenInquiry()
  expect(await ids({ after: 'x', from: 'yesterday', to: "'; --" })).not.toEqual([])
})

const HEADER =
  'referenceId,product,openState,status,reportedStatus,reversed,createdAt,updatedAt\r\n'

async function chunksOf(exported: AsyncGenerator<string>): Promise<string[]> {
  const chunks = []
  for await (const chunk of exported) chunks.push(chunk)
  return chunks
}

test.each([
  ['a NUL', '\0'],
  ['a NUL among letters', 'a\0b'],
  ['a lone surrogate', '\ud800'],
  ['a hundred thousand letters', 'x'.repeat(100_000)],
])('%s matches no row, and breaks neither the list nor the export', async (_, text) => {
  await insertOpenInquiry({ note: 'a b' })
  for (const filter of [{ status: text }, { search: text }]) {
    expect(await ids(filter)).toEqual([])
    expect((await chunksOf(exportInquiries(viewer, filter))).join('')).toBe(HEADER)
  }
})

test('an export has every page of the filtered list, and is audited before its first line', async () => {
  const status = 'EXPORTED'
  for (let n = 0; n < 30; n++) await insertOpenInquiry({ status })
  const exporter = newStaff('VIEWER')
  const chunks = exportInquiries(exporter, { status })
  const header = await chunks.next()
  const trail = await db().auditEntry.findMany({ where: { actor: exporter.id } })
  expect(trail).toMatchObject([{ action: 'list.exported', outcome: 'allowed' }])
  expect(header.value).toBe(HEADER)
  const shown = (await chunksOf(chunks)).join('')
  const rows = await db().inquiry.findMany({ where: { status }, orderBy: { id: 'desc' } })
  expect(shown).toBe(
    rows
      .map(
        (row) =>
          `${row.referenceId},everyday,OPEN,EXPORTED,,false,${row.createdAt.toISOString()},${row.updatedAt.toISOString()}\r\n`,
      )
      .join(''),
  )
})

test('an export has every row once, however many there are, in queries of a thousand', async () => {
  const status = 'MANY'
  // Far from the days that other tests use.
  const prefix = uuid7At(new Date('2100-01-01')).slice(0, -12)
  await db().$executeRaw`
    INSERT INTO "Inquiry" ("id", "referenceId", "applicantHash", "product", "openKey", "openBody", "correlationId",
      "status", "updatedAt")
    SELECT (${prefix} || lpad(n::text, 12, '0'))::uuid, 'many-' || n, '', '', gen_random_uuid(), '', gen_random_uuid(), ${status}, now()
    FROM generate_series(1, 12000) AS n`
  expect((await countInquiries(viewer, [status], {}))?.byStatus).toEqual({ [status]: 1_000 })
  // A search counts its matches, unless there are too many.
  expect(await countInquiries(viewer, [status], { search: 'many-1' })).toBeNull()
  const found = { all: 11, attention: 0, byStatus: { [status]: 11 } }
  expect(await countInquiries(viewer, [status], { search: 'many-1199' })).toEqual(found)
  const none = { all: 0, attention: 0, byStatus: {} }
  expect(await countInquiries(viewer, [status], { search: 'many-1199', to: '2000-01-01' })).toEqual(
    none,
  )
  expect(await countInquiries(viewer, [status], { search: 'a\0' })).toEqual(none)
  const [header, ...pages] = await chunksOf(exportInquiries(viewer, { status }))
  expect(header).toBe(HEADER)
  expect(pages).toHaveLength(12)
  const references = pages.flatMap((page) => page.match(/^many-\d+/gm) ?? [])
  expect(references).toEqual(Array.from({ length: 12_000 }, (_, n) => `many-${12_000 - n}`))
})
