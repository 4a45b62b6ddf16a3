import { expect, test } from 'vitest'
import { PRODUCTS, SITE } from '../../site'
import { db } from '../database/db'
import { uuid7At } from '../database/uuid7-time'
import { countRowsRead } from '../testing/rows-read'
import { insertOpenInquiry, newStaff, withTestApp } from '../testing/test-app'
import {
  countAwaitingDecision,
  countInquiries,
  exportInquiries,
  type InquiryFilter,
  listInquiries,
} from './inquiry-list'

withTestApp()

const viewer = newStaff('VIEWER')
const ids = async (filter: Parameters<typeof listInquiries>[0]) =>
  (await listInquiries(filter)).items.map((item) => item.id)

test('a line shows the state of an inquiry, and nothing about the person', async () => {
  const statusSince = new Date()
  const row = await insertOpenInquiry({ status: 'SHOWN', statusSince, reversedAt: new Date() })
  expect((await listInquiries({ status: 'SHOWN' })).items).toEqual([
    {
      id: row.id,
      referenceId: row.referenceId,
      product: PRODUCTS[0].id,
      openState: 'OPEN',
      status: 'SHOWN',
      isBeingConfirmed: false,
      statusSince,
      reversedAt: row.reversedAt,
      createdAt: row.createdAt,
    },
  ])
})

/** The ids on all pages of the list. */
async function pagesOf(filter: InquiryFilter): Promise<string[]> {
  const seen: string[] = []
  let after: string | undefined
  do {
    const page = await listInquiries({ ...filter, after })
    seen.push(...page.items.map((item) => item.id))
    after = page.nextCursor ?? undefined
  } while (after)
  return seen
}

test('the queue has reviews only, longest waiting first, and each once over its pages', async () => {
  const status = 'NEEDS_REVIEW'
  const rows = []
  // Three start waiting at the same time.
  for (let n = 0; n < 60; n++)
    rows.push(
      await insertOpenInquiry({
        status,
        statusSince: new Date(90_000 - Math.floor(n / 3) * 1_000),
      }),
    )
  await insertOpenInquiry({ status: 'COMPLETED', statusSince: new Date(0) })
  const waiting = rows.toSorted(
    (one, other) =>
      (one.statusSince?.getTime() ?? 0) - (other.statusSince?.getTime() ?? 0) ||
      one.id.localeCompare(other.id),
  )
  expect(await pagesOf({ tab: 'review' })).toEqual(waiting.map(({ id }) => id))
  const [first] = waiting
  // A cursor from another tab leads to the first page.
  for (const after of [
    first?.id,
    `~${first?.id}`,
    `yesterday~${first?.id}`,
    '2026-01-01T00:00:00.000Z~x',
  ])
    expect((await ids({ tab: 'review', after }))[0]).toBe(first?.id)
  const other = await insertOpenInquiry()
  expect((await ids({ after: `2026-01-01T00:00:00.000Z~${other.id}` }))[0]).toBe(other.id)
})

test('lists, their filters and the queue show what events report, as being confirmed', async () => {
  await db().inquiry.deleteMany()
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute))
  const confirmed = await insertOpenInquiry({ status: 'NEEDS_REVIEW', statusSince: at(2) })
  const reported = { reportedStatus: 'NEEDS_REVIEW', reportedAt: at(1) }
  const sentToReview = await insertOpenInquiry({
    status: 'COMPLETED',
    statusSince: at(0),
    ...reported,
  })
  const approved = await insertOpenInquiry({
    ...{ status: 'NEEDS_REVIEW', statusSince: at(0) },
    ...{ reportedStatus: 'APPROVED', reportedAt: at(3) },
  })
  expect(await ids({ tab: 'review' })).toEqual([sentToReview.id, confirmed.id])
  expect(await pagesOf({ status: 'NEEDS_REVIEW' })).toEqual([sentToReview.id, confirmed.id])
  expect(await countAwaitingDecision()).toBe(2)
  expect(await countInquiries({ status: 'NEEDS_REVIEW' })).toBe(2)
  expect((await listInquiries({ status: 'APPROVED' })).items).toMatchObject([
    { id: approved.id, status: 'APPROVED', isBeingConfirmed: true, statusSince: at(3) },
  ])
  const exported = await chunksOf(exportInquiries(viewer, { status: 'APPROVED' }))
  expect(exported.join('')).toContain(`${approved.referenceId},everyday,OPEN,APPROVED,true,`)
  // The review is old, but a decision is reported, so nobody waits for it.
  const reportedAt = new Date()
  await db().inquiry.update({ where: { id: approved.id }, data: { reportedAt } })
  expect(await ids({ tab: 'problems' })).not.toContain(approved.id)
})

const referenceId = `${SITE.referencePrefix}-7K3M9QX2TA`
const account = `${SITE.referencePrefix} 1234 567 890`
test.each([
  referenceId,
  ` ${referenceId.toLowerCase()} `,
  '7k3m9qx2ta',
  '7K3M',
  'qx2',
  account,
  '4567',
  '567 89',
])('"%s" finds its inquiry, and neither a note nor an id does (F2)', async (q) => {
  const row = await insertOpenInquiry({ referenceId, account, note: 'Harbour' })
  expect(await ids({ q })).toEqual([row.id])
  expect(await countInquiries({ q })).toBe(1)
  for (const other of ['Harbour', row.id, row.serviceInquiryId ?? '', '%%%', '7K_M', '7K', '\\'])
    expect(await ids({ q: other })).toEqual([])
  await db().inquiry.delete({ where: { id: row.id } })
})

test('the problems are reversals, failed opens, reads and accounts, and waits of more than a day', async () => {
  await db().inquiry.deleteMany()
  await insertOpenInquiry({ status: 'COMPLETED', statusSince: new Date(Date.now() - 86_000_000) })
  await insertOpenInquiry({ accountOpenedAt: new Date() })
  const account = { reversedAt: new Date(), accountOpenedAt: new Date() }
  await insertOpenInquiry({ reversedAt: new Date() })
  await insertOpenInquiry({ ...account, grantedAt: new Date() })
  await insertOpenInquiry({ ...account, accountBlockedAt: new Date() })
  const wanted = [
    await insertOpenInquiry({ reversedAt: new Date(), accountOpenedAt: new Date() }),
    await insertOpenInquiry({ reversedAt: new Date(), accountAskedAt: new Date() }),
    await insertOpenInquiry({ openState: 'OPEN_FAILED', lastError: 'REFUSED' }),
    await insertOpenInquiry({ lastError: 'UnavailableError' }),
    await insertOpenInquiry({
      status: 'COMPLETED',
      statusSince: new Date(Date.now() - 86_401_000),
    }),
    await insertOpenInquiry({ accountError: 'TypeError' }),
    await insertOpenInquiry({ accountRefusal: 'sanctions' }),
    await insertOpenInquiry({ noticeError: 'TypeError' }),
  ]
  const shown = await ids({ tab: 'problems' })
  expect(shown.toSorted()).toEqual(wanted.map(({ id }) => id).toSorted())
})

const HEADER =
  'referenceId,product,openState,status,isBeingConfirmed,statusSince,reversedAt,createdAt\r\n'

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
  for (const filter of [{ status: text }, { q: text }]) {
    expect(await ids(filter)).toEqual([])
    expect((await chunksOf(exportInquiries(viewer, filter))).join('')).toBe(HEADER)
  }
})

test('an export has every row of the filtered list once, and is audited before its first line', async () => {
  const status = 'EXPORTED'
  // A day that no other test uses.
  const prefix = uuid7At(new Date('2100-01-01')).slice(0, -12)
  await db().$executeRaw`
    INSERT INTO "Inquiry" ("id", "referenceId", "applicantHash", "product", "openKey", "openBody", "correlationId",
      "status", "createdAt")
    SELECT (${prefix} || lpad(n::text, 12, '0'))::uuid, 'many-' || n, '', 'gold', gen_random_uuid(), '', gen_random_uuid(),
      ${status}, '2026-01-01T12:00:00Z'
    FROM generate_series(1, 12000) AS n`
  const exporter = newStaff('VIEWER')
  const exported = exportInquiries(exporter, { status })
  expect((await exported.next()).value).toBe(HEADER)
  const trail = await db().auditEntry.findMany({ where: { actor: exporter.id } })
  expect(trail).toMatchObject([{ action: 'list.exported', outcome: 'allowed' }])
  const pages = await chunksOf(exported)
  expect(pages).toHaveLength(12)
  expect(pages.join('').split('\r\n').slice(0, -1)).toEqual(
    Array.from(
      { length: 12_000 },
      (_, n) => `many-${12_000 - n},gold,OPENING,EXPORTED,false,,,2026-01-01T12:00:00.000Z`,
    ),
  )
})

test('no page reads more rows from many inquiries than from few', async () => {
  await db().inquiry.deleteMany()
  const rows = 20_000
  await db().$executeRaw`
    INSERT INTO "Inquiry" ("id", "referenceId", "applicantHash", "product", "openKey", "openBody", "correlationId",
      "status", "statusSince", "lastError")
    SELECT ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'row-' || n, '', '', gen_random_uuid(), '',
      gen_random_uuid(), (ARRAY['APPROVED', 'NEEDS_REVIEW', 'COMPLETED', 'PENDING'])[1 + n % 4], now() - n * interval '1 hour',
      CASE WHEN n % 100 = 0 THEN 'UnavailableError' END
    FROM generate_series(1, ${rows}::int) AS n`
  await db().$executeRaw`VACUUM ANALYZE "Inquiry"`
  const after = (await listInquiries({ q: 'row-10001' })).items[0]
  for (const filter of [
    {},
    { after: after?.id },
    { status: 'APPROVED' },
    { tab: 'review' },
    { tab: 'review', after: `${after?.statusSince?.toISOString()}~${after?.id}` },
    { tab: 'problems' },
    { q: 'row-1777' },
  ] as const) {
    const page = async () => expect((await listInquiries(filter)).items.length).toBeGreaterThan(10)
    expect(await countRowsRead('Inquiry', page), JSON.stringify(filter)).toBeLessThan(rows / 50)
  }
})
