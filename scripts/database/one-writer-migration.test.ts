// The migration to one writer for each fact, on a database of the previous version with rows of every kind.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMigrations } from './schema-engine.ts'
import { startEmptyDatabase, type TestDatabase } from './test-database.ts'

const MIGRATION = '20261122030000_one_writer'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let database: TestDatabase
let client: pg.Client
const startedAt = Date.now()
const ago = (ms: number) => new Date(startedAt - ms)

interface OldInquiry {
  inquiryId?: string | null
  applicantHash?: string
  liveFor?: string | null
  openState?: string
  status?: string | null
  statusSource?: string | null
  confirmedAt?: Date | null
  decision?: string | null
  decidedAt?: Date | null
  reversedAt?: Date | null
  grantedAt?: Date | null
  nextReadAt?: Date | null
}

const newHash = () => randomUUID().replaceAll('-', '').repeat(2)

/** Inserts a row as the previous version wrote it. @returns its id and inquiryId */
async function insertOld(columns: OldInquiry) {
  const id = randomUUID()
  const applicantHash = columns.applicantHash ?? newHash()
  const inquiryId = columns.inquiryId === undefined ? randomUUID() : columns.inquiryId
  const row = {
    id,
    referenceId: `app-${id}`,
    product: 'everyday',
    openKey: randomUUID(),
    openBody: '{}',
    correlationId: randomUUID(),
    openState: 'OPEN',
    updatedAt: new Date(),
    ...columns,
    applicantHash,
    inquiryId,
  }
  await insert('Inquiry', row)
  return { id, inquiryId, applicantHash }
}

async function insert(table: string, row: object): Promise<void> {
  const names = Object.keys(row).map((name) => `"${name}"`)
  const places = names.map((_, index) => `$${index + 1}`)
  await client.query(`INSERT INTO "${table}" (${names}) VALUES (${places})`, Object.values(row))
}

const insertEvent = (inquiryId: string | null, status: string, createdAt: Date, receivedAt: Date) =>
  insert('WebhookEvent', {
    id: randomUUID(),
    kind: 'inquiry.approved',
    createdAt,
    receivedAt,
    inquiryId,
    status,
    payload: '{}',
    outcome: 'APPLIED',
  })

const insertChange = (inquiryRow: string, source: string, asOf: Date) =>
  insert('StatusChange', { id: randomUUID(), inquiryRow, toStatus: 'APPROVED', source, asOf })

const confirmed = (status: string, at: Date) => ({
  status,
  statusSource: 'READ',
  confirmedAt: at,
  decision: status,
  decidedAt: at,
})

const migrated = async (row: { id: string }) =>
  (await client.query('SELECT * FROM "Inquiry" WHERE "id" = $1', [row.id])).rows[0]
const openingOf = async (row: { id: string }) =>
  (await client.query('SELECT * FROM "AccountOpening" WHERE "inquiryRow" = $1', [row.id])).rows[0]

const rows = {} as Record<
  | 'granted'
  | 'reported'
  | 'corrected'
  | 'reversed'
  | 'declined'
  | 'longDeclined'
  | 'opening'
  | 'pending'
  | 'first'
  | 'second',
  Awaited<ReturnType<typeof insertOld>>
>

beforeAll(async () => {
  database = await startEmptyDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  for (const { path } of readMigrations().migrationDirectories)
    if (path < MIGRATION) await apply(path)

  rows.granted = await insertOld({
    ...confirmed('APPROVED', ago(2 * HOUR_MS)),
    grantedAt: ago(HOUR_MS),
  })
  await insertEvent(rows.granted.inquiryId, 'NEEDS_REVIEW', ago(4 * HOUR_MS), ago(HOUR_MS))
  await insertEvent(rows.granted.inquiryId, 'APPROVED', ago(3 * HOUR_MS), ago(2 * HOUR_MS))
  await insertChange(rows.granted.id, 'WEBHOOK', ago(3 * HOUR_MS))
  await insertChange(rows.granted.id, 'READ', ago(2 * HOUR_MS))
  const live = newHash()
  const reported = { status: 'APPROVED', statusSource: 'WEBHOOK' }
  rows.reported = await insertOld({ ...reported, applicantHash: live, liveFor: live })
  await insertEvent(rows.reported.inquiryId, 'APPROVED', ago(HOUR_MS), ago(HOUR_MS))
  // A read confirmed an approval, then an event reported a review that no read has confirmed.
  rows.corrected = await insertOld({
    ...confirmed('APPROVED', ago(5 * HOUR_MS)),
    status: 'NEEDS_REVIEW',
    statusSource: 'WEBHOOK',
    confirmedAt: null,
    grantedAt: ago(5 * HOUR_MS),
  })
  rows.reversed = await insertOld({
    ...confirmed('DECLINED', ago(HOUR_MS)),
    grantedAt: ago(2 * HOUR_MS),
    reversedAt: ago(HOUR_MS),
  })
  rows.declined = await insertOld(confirmed('DECLINED', ago(3 * DAY_MS)))
  rows.longDeclined = await insertOld(confirmed('DECLINED', ago(31 * DAY_MS)))
  rows.opening = await insertOld({ inquiryId: null, openState: 'OPENING', nextReadAt: ago(1_000) })
  rows.pending = await insertOld({
    status: 'PENDING',
    statusSource: 'READ',
    confirmedAt: ago(HOUR_MS),
    nextReadAt: ago(-HOUR_MS),
  })
  const applicantHash = newHash()
  const approved = { ...confirmed('APPROVED', ago(DAY_MS)), applicantHash }
  rows.first = await insertOld({ ...approved, grantedAt: ago(DAY_MS) })
  rows.second = await insertOld(approved)

  await apply(MIGRATION)
})
afterAll(async () => {
  await client.end()
  await database.stop()
})

async function apply(name: string): Promise<void> {
  const file = join(import.meta.dirname, '../../prisma/migrations', name, 'migration.sql')
  await client.query(readFileSync(file, 'utf8'))
}

test('a granted approval keeps its account, its status and the time of its read', async () => {
  expect(await migrated(rows.granted)).toMatchObject({
    status: 'APPROVED',
    readAt: ago(2 * HOUR_MS),
    grantedAt: ago(HOUR_MS),
    urgent: false,
  })
  expect(await openingOf(rows.granted)).toMatchObject({
    openedAt: ago(HOUR_MS),
    requestedAt: ago(HOUR_MS),
    nextTryAt: null,
    error: null,
  })
})

test('the reported status is that of the newest event, and heardAt is when the last event arrived', async () => {
  expect(await migrated(rows.granted)).toMatchObject({
    reportedStatus: 'APPROVED',
    reportedAt: ago(3 * HOUR_MS),
    heardAt: ago(HOUR_MS),
  })
  expect(await migrated(rows.pending)).toMatchObject({ reportedStatus: null, heardAt: null })
})

test('a status that only an event had reported is unconfirmed, and due for a read immediately', async () => {
  const row = await migrated(rows.reported)
  expect(row).toMatchObject({
    status: null,
    readAt: null,
    reportedStatus: 'APPROVED',
    activeApplicantHash: rows.reported.applicantHash,
    urgent: true,
  })
  expect(row.nextReadAt.getTime()).toBeLessThanOrEqual(Date.now() + 1_000)
  expect(await openingOf(rows.reported)).toBeUndefined()
})

test('a confirmed decision that an event contradicted stays in place, and is due for a read immediately', async () => {
  expect(await migrated(rows.corrected)).toMatchObject({
    status: 'APPROVED',
    readAt: ago(5 * HOUR_MS),
    grantedAt: ago(5 * HOUR_MS),
    urgent: true,
  })
})

test('a grant whose approval was reversed is withdrawn, but its account stays open', async () => {
  expect(await migrated(rows.reversed)).toMatchObject({
    status: 'DECLINED',
    grantedAt: null,
    reversedAt: ago(HOUR_MS),
  })
  expect(await openingOf(rows.reversed)).toMatchObject({
    openedAt: ago(2 * HOUR_MS),
    nextTryAt: null,
  })
})

test('a decision of the last 30 days is scheduled for more reads, and an older one is not', async () => {
  expect(await migrated(rows.declined)).toMatchObject({ nextReadAt: ago(-4 * DAY_MS) })
  expect(await migrated(rows.granted)).toMatchObject({ nextReadAt: ago(2 * HOUR_MS - DAY_MS) })
  expect(await migrated(rows.longDeclined)).toMatchObject({ nextReadAt: null })
})

test('an open that was in flight is still due', async () => {
  expect(await migrated(rows.opening)).toMatchObject({
    openState: 'OPENING',
    inquiryId: null,
    nextReadAt: ago(1_000),
    urgent: false,
  })
})

test('an undecided inquiry keeps its schedule', async () => {
  expect(await migrated(rows.pending)).toMatchObject({
    status: 'PENDING',
    readAt: ago(HOUR_MS),
    nextReadAt: ago(-HOUR_MS),
    urgent: false,
  })
})

test('if an applicant has two approvals, only the granted one has an account', async () => {
  expect(await migrated(rows.first)).toMatchObject({ grantedAt: ago(DAY_MS) })
  expect(await migrated(rows.second)).toMatchObject({ status: 'APPROVED', grantedAt: null })
  expect(await openingOf(rows.second)).toBeUndefined()
})

test('the history keeps only the changes that reads showed, with their times', async () => {
  const changes = await client.query(
    'SELECT "readAt" FROM "StatusChange" WHERE "inquiryRow" = $1',
    [rows.granted.id],
  )
  expect(changes.rows).toEqual([{ readAt: ago(2 * HOUR_MS) }])
})
