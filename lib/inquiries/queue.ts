/**
 * The queue: which inquiry is worked on next, by which instance, and when again. Only this file writes or names the columns
 * `dueAt`, `urgent`, `attempts` and `version`.
 *
 * `dueAt` is when the next call is due, and null if none is. A claim moves it to the end of a lease, so what a crashed instance had
 * claimed becomes due again. Each claim raises `version`, and so does each event that is taken in. What a read found counts only
 * while the version is unchanged and no event waits, so no clock takes part in that.
 */
import 'server-only'
import {
  type DbOrTransaction,
  databaseTime,
  db,
  lockApplicant,
  NOW_AS_STORED,
} from '../database/db'
import { type Inquiry, Prisma } from '../prisma-client/client'
import { log } from '../runtime/log'
import {
  hasWaitingEvent,
  listReports,
  lockNextWithEvents,
  OLDEST_WAITING,
  takeEvents,
} from './inbox'
import { findReported, LEASE_MS, LONG_LEASE_MS } from './rules'
import { REFERENCE_MISMATCH } from './status'

/** An inquiry as claimed, with the database's time of the claim. */
export type Claim = Inquiry & { claimedAt: Date }

/** A claimed inquiry that the transaction has locked, as it is now, with the database's time. */
export type LockedInquiry = Inquiry & { now: Date }

/** What else changes in the row when its claim ends. */
type Changes = Omit<Prisma.InquiryUpdateManyMutationInput, keyof typeof SCHEDULE_COLUMNS>

/** Prisma's `select` for {@link nextCallAt}, {@link isGivenUp} and {@link triesOf}. */
export const SCHEDULE_COLUMNS = {
  dueAt: true,
  urgent: true,
  attempts: true,
  version: true,
} as const
type Schedule = Pick<Inquiry, keyof typeof SCHEDULE_COLUMNS>

/** When the app calls the service about this inquiry next; null if never. */
export const nextCallAt = ({ dueAt }: Pick<Schedule, 'dueAt'>): Date | null => dueAt
/** Whether the app no longer asks the service about this inquiry on its own. */
export const isGivenUp = ({ dueAt }: Pick<Schedule, 'dueAt'>): boolean => dueAt === null
export const IS_GIVEN_UP = Prisma.sql`"dueAt" IS NULL`
/** How many claims there have been since something last happened. */
export const triesOf = ({ attempts }: Pick<Schedule, 'attempts'>): number => attempts
/** A row without its schedule, for screens. */
export function withoutSchedule<Row extends Schedule>(row: Row): Omit<Row, keyof Schedule> {
  const { dueAt, urgent, attempts, version, ...rest } = row
  return rest
}

/** Whether somebody has asked for a read since the claim. */
export const isAwaited = ({ urgent }: Pick<Schedule, 'urgent'>): boolean => urgent

/** The statement's time, because an index can't be searched for a volatile function. */
const IS_DUE = Prisma.sql`"dueAt" <= statement_timestamp()`
const AWAITED = Prisma.sql`"urgent" AND ${IS_DUE}`
const inMs = (ms: number) =>
  Prisma.sql`clock_timestamp() + ${ms}::float8 * interval '1 millisecond'`
const later = (time: Date, ms: number) => new Date(time.getTime() + ms)

/**
 * The schedule of a new inquiry.
 * @param at the database's time
 * @param isSentNow whether this process sends the request itself. If not, the reconciler does as soon as it can
 */
export const scheduleOpen = ({ at, isSentNow }: { at: Date; isSentNow: boolean }) =>
  isSentNow ? { attempts: 1, dueAt: later(at, LEASE_MS) } : { urgent: true, dueAt: at }

/** Since when something has been waiting: a call that is due, or an event. Null if nothing is. */
export async function findOldestDue(): Promise<Date | null> {
  const [oldest] = await db().$queryRaw<{ since: Date | null }[]>`
    SELECT least((SELECT min("dueAt") FROM "Inquiry" WHERE ${IS_DUE}), (${OLDEST_WAITING})) AS "since"`
  return oldest?.since ?? null
}

/**
 * Takes in the events of the inquiry whose event has waited for longest, even if it is claimed. The merchant then shows what they
 * report, and a read is due at once. It calls nobody, so it also happens while all calls are paused.
 * @returns whether events were waiting
 */
export const takeInNext = (): Promise<boolean> =>
  db().$transaction(async (tx) => {
    const id = await lockNextWithEvents(tx)
    if (id === null) return false
    // Another instance may have taken them in since this one looked.
    if ((await takeEvents(id, tx)) === 0) return true
    const now = await databaseTime(tx)
    const data = {
      ...(await newsOf(id, now, tx)),
      version: { increment: 1 },
      urgent: true,
      attempts: 0,
      dueAt: now,
    }
    await tx.inquiry.update({ where: { id }, data, select: { id: true } })
    return true
  })

/**
 * Claims the inquiry whose call is due next: one that somebody waits for, else the one that has been due for longest.
 * @param scheduled whether it may be one that nobody waits for
 * @param fair takes the one that has been due for longest even if somebody waits for another, so that none waits forever
 */
export const claimNext = ({ scheduled, fair = false }: { scheduled: boolean; fair?: boolean }) =>
  db().$transaction(async (tx): Promise<Claim | null> => {
    const awaited = await lockOldest(AWAITED, tx)
    const longest = (awaited ? fair : scheduled) ? await lockOldest(IS_DUE, tx) : null
    const id = longest ?? awaited
    if (id === null) return null
    // The inquiry may have just got its id, and with it events that were set aside.
    const hasNews = (await takeEvents(id, tx)) > 0
    const claimedAt = await databaseTime(tx)
    const data = {
      ...(hasNews && (await newsOf(id, claimedAt, tx))),
      version: { increment: 1 },
      urgent: false,
      attempts: hasNews ? 1 : { increment: 1 },
      dueAt: later(claimedAt, LEASE_MS),
    }
    return { ...(await tx.inquiry.update({ where: { id }, data })), claimedAt }
  })

/** Skips what other transactions have locked. */
async function lockOldest(where: Prisma.Sql, tx: DbOrTransaction): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Inquiry" WHERE ${where} ORDER BY "dueAt" LIMIT 1 FOR UPDATE SKIP LOCKED`
  return row?.id ?? null
}

/** What the events of an inquiry change in its row once they are taken in. */
async function newsOf(id: string, now: Date, tx: DbOrTransaction) {
  const select = { status: true, readAt: true, reportedStatus: true, reportedAt: true } as const
  const row = await tx.inquiry.findUniqueOrThrow({ where: { id }, select })
  const reports = await listReports(id, row.readAt ?? new Date(0), tx)
  const { reportedStatus: newest, reportsDisagree } = findReported(reports, row.readAt)
  // What is confirmed already is no report, so an inquiry keeps its place in the queue of reviews.
  const reportedStatus = newest === row.status && !reportsDisagree ? null : newest
  const isSame = reportedStatus === row.reportedStatus
  const reportedAt = isSame ? row.reportedAt : reportedStatus && now
  return { reportedStatus, reportsDisagree, reportedAt, missingSince: null }
}

/**
 * Locks the applicant, then the inquiry, so that reads of one applicant can't deadlock or grant twice.
 * @returns null if the claim is void: a later claim or an event has raised the version, or an event waits
 */
export async function lockClaim(
  { id, applicantHash, version }: Claim,
  tx: DbOrTransaction,
): Promise<LockedInquiry | null> {
  await lockApplicant(applicantHash, tx)
  const [locked] = await tx.$queryRaw<{ now: Date }[]>`
    SELECT ${NOW_AS_STORED} AS "now" FROM "Inquiry" WHERE "id" = ${id}::uuid AND "version" = ${version} FOR UPDATE`
  // Statements of their own: they must see what was committed while the lock was awaited.
  const row = locked && (await tx.inquiry.findUnique({ where: { id } }))
  if (row && !(await hasWaitingEvent(row, tx))) return { ...row, now: locked.now }
  log.info('claim_void', { inquiry: id })
  return null
}

/** So few that the backoff is about two minutes. */
const FEW_ATTEMPTS = 6

interface Release {
  /** Null if the app asks no more. */
  nextReadAt: Date | null
  /** Whether somebody waits for that read. */
  isAwaited: boolean
  /** Whether the backoff starts again, because something has happened. */
  startsAgain?: boolean
}

/** Schedules the next read under a claim that the transaction has locked, and stores what else has changed. */
export const release = (
  { id }: LockedInquiry,
  { nextReadAt, isAwaited, startsAgain = false }: Release,
  changes: Changes,
  tx: DbOrTransaction,
) => {
  const schedule = { dueAt: nextReadAt, urgent: isAwaited, ...(startsAgain && { attempts: 0 }) }
  return tx.inquiry.updateMany({ where: { id }, data: { ...changes, ...schedule } })
}

/**
 * Keeps a claim for what follows its read. `release` has noted who waits for the next read, so only later requests count from here.
 */
export const keepClaim = ({ id, now }: LockedInquiry, tx: DbOrTransaction) =>
  tx.inquiry.updateMany({
    where: { id },
    data: { dueAt: later(now, LONG_LEASE_MS), urgent: false },
  })

/** Extends the lease of a claim that the transaction has locked, for work that takes longer than a call. */
export const extendLease = ({ id, now }: LockedInquiry, tx: DbOrTransaction) =>
  tx.inquiry.updateMany({ where: { id }, data: { dueAt: later(now, LONG_LEASE_MS) } })

/**
 * Ends a claim whose lease was extended, unless a later claim has taken over. If somebody has asked for a read meanwhile, it is due
 * now.
 * @param nextReadAt null if never
 * @param retryAfterMs when to try again what has failed; null if nothing has
 */
export const endClaim = (
  { id, version }: Claim,
  { nextReadAt, retryAfterMs }: { nextReadAt: Date | null; retryAfterMs: number | null },
) => db().$executeRaw`
  UPDATE "Inquiry" SET "dueAt" = least(
    ${nextReadAt}::timestamptz,
    clock_timestamp() + ${retryAfterMs}::float8 * interval '1 millisecond',
    CASE WHEN "urgent" THEN clock_timestamp() END
  )
  WHERE "id" = ${id}::uuid AND "version" = ${version}`

/**
 * Ends the claim of an open that was answered with an id. The first answer counts, whichever claim it belongs to.
 * @param afterMs when the first read is due, counted from the claim; null if none is
 * @returns whether it was the first
 */
export async function releaseBound(
  { id, claimedAt }: Claim,
  afterMs: number | null,
  changes: Changes,
): Promise<boolean> {
  const data = {
    ...changes,
    dueAt: afterMs === null ? null : later(claimedAt, afterMs),
    attempts: 0,
  }
  return (await db().inquiry.updateMany({ where: { id, serviceInquiryId: null }, data })).count > 0
}

/**
 * Ends the claim of an open that failed, unless another claim or an event has come since.
 * @param afterMs when to send it again, counted from the claim; null if never
 */
export const releaseFailed = (
  { id, claimedAt, version }: Claim,
  afterMs: number | null,
  changes: Changes,
) =>
  db().inquiry.updateMany({
    where: { id, version, openState: 'OPENING' },
    data: { ...changes, dueAt: afterMs === null ? null : later(claimedAt, afterMs) },
  })

/**
 * Makes a read due because somebody is waiting. A claim keeps its lease unless that was extended, and another read follows when it
 * ends. The version stays, or repeated requests would void every read.
 * @param forgetsError clears the last error, unless it is a mismatch, so that an error that shows up later is the answer to this request
 * @returns the time of the request, comparable with `readAt`; null if the inquiry isn't open
 */
export async function requestRead(id: string, { forgetsError = false } = {}): Promise<Date | null> {
  const [asked] = await db().$queryRaw<{ at: Date }[]>`
    UPDATE "Inquiry" SET "urgent" = true, "attempts" = 0,
      "lastError" = CASE WHEN NOT ${forgetsError} OR "lastError" = ${REFERENCE_MISMATCH} THEN "lastError" END,
      "dueAt" = CASE WHEN "dueAt" <= ${inMs(LEASE_MS)} THEN "dueAt" ELSE clock_timestamp() END
    WHERE "id" = ${id}::uuid AND "openState" = 'OPEN'
    RETURNING clock_timestamp() AS "at"`
  return asked?.at ?? null
}

/** Makes a read due within a time, as a scheduled one. If one is under way, the next follows it within minutes. */
export const requestReadWithin = (
  id: string,
  ms: number,
  tx: DbOrTransaction = db(),
) => tx.$executeRaw`
  UPDATE "Inquiry" SET "dueAt" = least("dueAt", ${inMs(ms)}), "attempts" = least("attempts", ${FEW_ATTEMPTS})
  WHERE "id" = ${id}::uuid`

/** Makes a read of the applicant's other approved inquiries due, because one of them may get an account now. */
export const wakeOtherAttempts = (
  { id, applicantHash }: Pick<Inquiry, 'id' | 'applicantHash'>,
  tx: DbOrTransaction,
) => tx.$executeRaw`
  UPDATE "Inquiry" SET "urgent" = true, "attempts" = 0,
    "dueAt" = CASE WHEN "dueAt" <= ${inMs(LEASE_MS)} THEN "dueAt" ELSE clock_timestamp() END
  WHERE "applicantHash" = ${applicantHash} AND "id" <> ${id}::uuid AND "status" = 'APPROVED'`
