/**
 * The queue decides which inquiry an instance works on next, and when it is due again. Only this file decides the values
 * of the columns `dueAt`, `urgent`, `tries` and `version`. open-inquiry.ts inserts what `scheduleOpen` returns.
 *
 * - `dueAt`: when the next call to the service is due; null if none is. A claim moves it to the end of the claim's lease. If the
 *   instance crashes, nothing moves it again, so the inquiry falls due when the lease ends.
 * - `version`: a number that grows with each claim, and whenever events are taken in. A read is applied only if the version is still
 *   the one that its claim set, and no event waits. So a stale read is dropped, whatever the clocks say.
 * - `urgent`: somebody waits for this call, so it goes before scheduled calls, for which nobody waits.
 * - `tries`: claims since a change, an event or a request last reset it; the backoff grows with it.
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
import { addMs, findReported, LEASE_MS, LONG_LEASE_MS, LONGEST_AWAITED_DELAY_MS } from './rules'
import { REFERENCE_MISMATCH } from './status'

/** An inquiry as claimed, with the database's time of the claim. */
export type Claim = Inquiry & { claimedAt: Date }

/** The current row of a claimed inquiry, which the transaction has locked, with the database's time. */
export type LockedInquiry = Inquiry & { now: Date }

/** What to store after a call succeeded. */
export const SUCCEEDED = { lastError: null, failingSince: null }
/** What to store after a call failed. @param failedAt by the database's clock */
export const failedWith = (
  lastError: string,
  { failingSince }: Pick<Inquiry, 'failingSince'>,
  failedAt: Date,
) => ({ lastError, failingSince: failingSince ?? failedAt })

/** Other columns to write when a claim ends. */
type Changes = Omit<Prisma.InquiryUpdateManyMutationInput, keyof typeof SCHEDULE_COLUMNS>

/** Prisma's `select` for {@link nextCallAt}, {@link hasNoNextCall} and {@link triesOf}. */
export const SCHEDULE_COLUMNS = {
  dueAt: true,
  urgent: true,
  tries: true,
  version: true,
} as const
type Schedule = Pick<Inquiry, keyof typeof SCHEDULE_COLUMNS>

/** When the app next calls the service about this inquiry; null if never. */
export const nextCallAt = ({ dueAt }: Pick<Schedule, 'dueAt'>): Date | null => dueAt
/**
 * Whether no call is scheduled: the app has given up, or has made the last read of a decided or expired inquiry. An event or a request
 * for a read schedules one again.
 */
export const hasNoNextCall = ({ dueAt }: Pick<Schedule, 'dueAt'>): boolean => dueAt === null
export const HAS_NO_NEXT_CALL = Prisma.sql`"dueAt" IS NULL`
/** How many claims there have been since a change, an event or a request last reset this number. */
export const triesOf = ({ tries }: Pick<Schedule, 'tries'>): number => tries
/** A row without its schedule, for screens. */
export function withoutSchedule<Row extends Schedule>(row: Row): Omit<Row, keyof Schedule> {
  const { dueAt, urgent, tries, version, ...rest } = row
  return rest
}

/** Whether somebody has asked for a read since the claim. */
export const isUrgent = ({ urgent }: Pick<Schedule, 'urgent'>): boolean => urgent

/** Uses the statement's time, because PostgreSQL can't use an index with a volatile function such as `clock_timestamp()`. */
export const IS_DUE = Prisma.sql`"dueAt" <= statement_timestamp()`
const URGENT = Prisma.sql`"urgent" AND ${IS_DUE}`
/** Due because an event has just reported a status. If its first read fails, the inquiry queues with the other urgent ones. */
const REPORTED = Prisma.sql`"reportedStatus" IS NOT NULL AND "tries" = 0 AND ${URGENT}`
const inMs = (ms: number) =>
  Prisma.sql`clock_timestamp() + ${ms}::float8 * interval '1 millisecond'`

/**
 * The schedule of a new inquiry.
 * @param at the database's time
 * @param isSentNow whether this process sends the request itself; if not, the reconciler does
 */
export const scheduleOpen = ({ at, isSentNow }: { at: Date; isSentNow: boolean }) =>
  isSentNow ? { tries: 1, dueAt: addMs(at, LEASE_MS) } : { urgent: true, dueAt: at }

const OLDEST_DUE = Prisma.sql`
  SELECT least((SELECT min("dueAt") FROM "Inquiry" WHERE ${IS_DUE}), (${OLDEST_WAITING})) AS "since"`

/** When the oldest due call fell due or the oldest waiting event arrived, whichever is earlier. Null if nothing waits. */
export async function findOldestDue(): Promise<Date | null> {
  const [oldest] = await db().$queryRaw<{ since: Date | null }[]>(OLDEST_DUE)
  return oldest?.since ?? null
}

/** How long the oldest due call or waiting event has waited, by the database's clock; 0 if nothing waits. */
export async function oldestDueSeconds(): Promise<number> {
  const [oldest] = await db().$queryRaw<[{ seconds: number }]>`
    SELECT coalesce(greatest(0, extract(epoch FROM statement_timestamp() - (${OLDEST_DUE})))::float8, 0) AS "seconds"`
  return oldest.seconds
}

/**
 * Takes in all events of one inquiry: the one whose event has waited longest. From then on every screen shows the reported status,
 * and a read is due at once. It calls no service, so it also works while calls are paused, and it voids a read under way.
 * @returns whether events were waiting
 */
export const takeInNext = (): Promise<boolean> =>
  db().$transaction(async (tx) => {
    const id = await lockNextWithEvents(tx)
    if (id === null) return false
    // Another instance may have taken them in after this one's query.
    if ((await takeEvents(id, tx)) === 0) return true
    const now = await databaseTime(tx)
    const data = {
      ...(await reportedColumns(id, now, tx)),
      version: { increment: 1 },
      urgent: true,
      tries: 0,
      dueAt: now,
    }
    await tx.inquiry.update({ where: { id }, data, select: { id: true } })
    return true
  })

/**
 * Claims one due inquiry: one whose status an event has just reported, or else an urgent one, or else any. Among equals, it claims the
 * one that has been due longest.
 * @param mayClaimScheduled when nothing is urgent, whether to claim an inquiry that nobody waits for
 * @param fair when something is urgent, claims the inquiry that has been due longest all the same, so that none starves
 */
export const claimNext = ({
  mayClaimScheduled,
  fair = false,
}: {
  mayClaimScheduled: boolean
  fair?: boolean
}) =>
  db().$transaction(async (tx): Promise<Claim | null> => {
    const urgent = (await lockOldest(REPORTED, tx)) ?? (await lockOldest(URGENT, tx))
    const takesOldest = urgent ? fair : mayClaimScheduled
    const longest = takesOldest ? await lockOldest(IS_DUE, tx) : null
    const id = longest ?? urgent
    if (id === null) return null
    // If the inquiry just got its id, events that were set aside now belong to it.
    const hasNewEvents = (await takeEvents(id, tx)) > 0
    const claimedAt = await databaseTime(tx)
    const data = {
      ...(hasNewEvents && (await reportedColumns(id, claimedAt, tx))),
      version: { increment: 1 },
      urgent: false,
      tries: hasNewEvents ? 1 : { increment: 1 },
      dueAt: addMs(claimedAt, LEASE_MS),
    }
    return { ...(await tx.inquiry.update({ where: { id }, data })), claimedAt }
  })

/** Locks the matching inquiry that has been due longest. Skips rows that other transactions have locked. */
async function lockOldest(where: Prisma.Sql, tx: DbOrTransaction): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Inquiry" WHERE ${where} ORDER BY "dueAt" LIMIT 1 FOR UPDATE SKIP LOCKED`
  return row?.id ?? null
}

/** The columns that change when an inquiry's events are taken in. */
async function reportedColumns(id: string, now: Date, tx: DbOrTransaction) {
  const select = { status: true, readAt: true, reportedStatus: true, reportedAt: true } as const
  const row = await tx.inquiry.findUniqueOrThrow({ where: { id }, select })
  const reports = await listReports(id, row.readAt ?? new Date(0), tx)
  const { reportedStatus: newest, reportsDisagree } = findReported(reports, row.readAt)
  // If the events only repeat the confirmed status, `reportedStatus` stays null, so the inquiry keeps its place in the review queue.
  const reportedStatus = newest === row.status && !reportsDisagree ? null : newest
  const isSame = reportedStatus === row.reportedStatus
  const reportedAt = isSame ? row.reportedAt : reportedStatus && now
  return { reportedStatus, reportsDisagree, reportedAt, missingSince: null }
}

/**
 * Locks the applicant, then the inquiry, so that concurrent reads for one applicant can't deadlock or grant twice.
 * @returns null if the claim is void: a later claim or an event has raised the version, or an event waits
 */
export async function lockClaim(
  { id, applicantHash, version }: Claim,
  tx: DbOrTransaction,
): Promise<LockedInquiry | null> {
  await lockApplicant(applicantHash, tx)
  const [locked] = await tx.$queryRaw<{ now: Date }[]>`
    SELECT ${NOW_AS_STORED} AS "now" FROM "Inquiry" WHERE "id" = ${id}::uuid AND "version" = ${version} FOR UPDATE`
  // Separate statements, so that they see what other transactions committed while this one waited for the lock.
  const row = locked && (await tx.inquiry.findUnique({ where: { id } }))
  if (row && !(await hasWaitingEvent(row, tx))) return { ...row, now: locked.now }
  log.info('claim_void', { inquiry: id })
  return null
}

/** The next claim makes it seven, so the backoff is at most 128 s. */
const FEW_TRIES = 6

interface Release {
  /** Null if no read is scheduled. */
  nextReadAt: Date | null
  /** Whether somebody waits for that read. */
  isUrgent: boolean
  /** Whether to reset the backoff, because something has changed. */
  resetsBackoff?: boolean
}

/** Ends a claim whose row the transaction has locked: schedules the next read, and stores other changes. */
export const release = (
  { id }: LockedInquiry,
  { nextReadAt, isUrgent, resetsBackoff = false }: Release,
  changes: Changes,
  tx: DbOrTransaction,
) => {
  const schedule = { dueAt: nextReadAt, urgent: isUrgent, ...(resetsBackoff && { tries: 0 }) }
  return tx.inquiry.updateMany({ where: { id }, data: { ...changes, ...schedule } })
}

/**
 * Extends the lease for the work after a read, and clears `urgent`. If it is set when that work is finished, somebody has requested
 * another read meanwhile.
 */
export const extendAfterRead = ({ id, now }: LockedInquiry, tx: DbOrTransaction) =>
  tx.inquiry.updateMany({
    where: { id },
    data: { dueAt: addMs(now, LONG_LEASE_MS), urgent: false },
  })

/** Extends the lease before each notice, because sending one may take longer than a call. */
export const extendLease = ({ id, now }: LockedInquiry, tx: DbOrTransaction) =>
  tx.inquiry.updateMany({ where: { id }, data: { dueAt: addMs(now, LONG_LEASE_MS) } })

/**
 * Ends a claim whose work after the read is finished, unless a later claim has taken over. A read that was requested meanwhile is due
 * now.
 * @param nextReadAt null if no read is scheduled
 * @param retryAfterMs when to repeat a failed step; null if none failed
 */
export const releaseFinished = (
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
 * Ends the claim of an open that the service answered with an id. If two claims sent the open, the answer that arrives first is stored,
 * and the other is ignored: both name an inquiry that works.
 * @param afterMs when the first read is due, counted from the claim; null if none is
 * @returns whether this was the first answer
 */
export async function releaseOpened(
  { id, claimedAt }: Claim,
  afterMs: number | null,
  changes: Changes,
): Promise<boolean> {
  const data = {
    ...changes,
    dueAt: afterMs === null ? null : addMs(claimedAt, afterMs),
    tries: 0,
  }
  return (await db().inquiry.updateMany({ where: { id, serviceInquiryId: null }, data })).count > 0
}

/**
 * Ends the claim of a failed open, unless a later claim or an event has raised the version.
 * @param afterMs when to send the request again, counted from the claim; null if never
 */
export const releaseFailedOpen = (
  { id, claimedAt, version }: Claim,
  afterMs: number | null,
  changes: Changes,
) =>
  db().inquiry.updateMany({
    where: { id, version, openState: 'OPENING' },
    data: { ...changes, dueAt: afterMs === null ? null : addMs(claimedAt, afterMs) },
  })

/**
 * Makes a read due because somebody is waiting. A `dueAt` within one lease stays: it may be the lease of a read under way, after
 * which another read follows. The version stays, because otherwise repeated requests would void every read.
 * @param forgetsError clears the last error, unless it is REFERENCE_MISMATCH. An error that appears later then belongs to this request
 * @returns the time of the request, comparable with `readAt`; null if the inquiry isn't open
 */
export async function requestRead(id: string, { forgetsError = false } = {}): Promise<Date | null> {
  const [asked] = await db().$queryRaw<{ at: Date }[]>`
    UPDATE "Inquiry" SET "urgent" = true, "tries" = 0,
      "lastError" = CASE WHEN NOT ${forgetsError} OR "lastError" = ${REFERENCE_MISMATCH} THEN "lastError" END,
      "dueAt" = CASE WHEN "dueAt" <= ${inMs(LEASE_MS)} THEN "dueAt" ELSE clock_timestamp() END
    WHERE "id" = ${id}::uuid AND "openState" = 'OPEN'
    RETURNING clock_timestamp() AS "at"`
  return asked?.at ?? null
}

/**
 * Moves the next read forward to at most `ms` from now. Limits `tries`, so that after a failed read the backoff is two minutes at
 * most.
 */
export const requestReadWithin = (
  id: string,
  ms: number,
  tx: DbOrTransaction = db(),
) => tx.$executeRaw`
  UPDATE "Inquiry" SET "dueAt" = least("dueAt", ${inMs(ms)}), "tries" = least("tries", ${FEW_TRIES})
  WHERE "id" = ${id}::uuid`

/** Makes the applicant's other approved inquiries due for a read, because one of them may now get the account. */
export const wakeOtherAttempts = (
  { id, applicantHash }: Pick<Inquiry, 'id' | 'applicantHash'>,
  tx: DbOrTransaction,
) => tx.$executeRaw`
  UPDATE "Inquiry" SET "urgent" = true, "tries" = 0,
    "dueAt" = CASE WHEN "dueAt" <= ${inMs(LEASE_MS)} THEN "dueAt" ELSE clock_timestamp() END
  WHERE "applicantHash" = ${applicantHash} AND "id" <> ${id}::uuid AND "status" = 'APPROVED'`

/** One statement wakes at most this many inquiries. The others wait for their backoff, four minutes at most. */
const WOKEN_AT_ONCE = 10_000

/**
 * The service answers again, so this makes the inquiries due whose last read failed and whose next one is at most four minutes
 * away. `urgent` and `tries` stay, so the call budget spreads the reads, and if the service fails again, each waits as long as before.
 * A call under way isn't repeated. An inquiry whose notice is being sent may be read again meanwhile, as after {@link requestRead}.
 */
export const wakeFailedReads = () => db().$executeRaw`
  UPDATE "Inquiry" SET "dueAt" = clock_timestamp() WHERE "id" IN (
    SELECT "id" FROM "Inquiry"
    WHERE "dueAt" > statement_timestamp() + ${LEASE_MS}::float8 * interval '1 millisecond'
      AND "dueAt" <= statement_timestamp() + ${LONGEST_AWAITED_DELAY_MS}::float8 * interval '1 millisecond'
      AND "openState" = 'OPEN' AND "lastError" IS NOT NULL AND "missingSince" IS NULL
    ORDER BY "dueAt" LIMIT ${WOKEN_AT_ONCE} FOR UPDATE SKIP LOCKED
  )`
