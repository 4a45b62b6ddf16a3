/**
 * Claims what is due, one inquiry at a time. A claim takes in the events that wait for it and raises its version, before anything is
 * read: an event that arrives later is either still waiting when the answer is applied, or a later claim has raised the version
 * again. Both void the answer, so no clock takes part in that.
 */
import 'server-only'
import { type DbOrTransaction, db } from '../db'
import { type Inquiry, Prisma } from '../prisma-client/client'

/** Longer than a call may take (10 s). Short enough that a crash doesn't strand a customer. */
export const LEASE_MS = 15_000
/** How many waiting events a look sees, the oldest first: it costs the same however many wait. */
const SEEN_AT_ONCE = 500
/** How many events a claim takes in, so that no number of them makes it fail. What is left waits, and voids the read. */
const TAKEN_AT_ONCE = 10_000

/** An inquiry as claimed, with the database's time of the claim. */
export type Claim = Inquiry & { claimedAt: Date }

/** What no claim has taken in and nothing has set aside yet. */
const WAITING = Prisma.sql`"inquiryRow" IS NULL AND "setAsideAt" IS NULL`
/** The statement's time, because an index can't be searched for a volatile function. */
const DUE = Prisma.sql`"dueAt" <= statement_timestamp()`
const LEASE_END = Prisma.sql`clock_timestamp() + ${LEASE_MS}::float8 * interval '1 millisecond'`

/** The oldest waiting events, and whose they are: by the service's id, or by our reference while that inquiry has none (N12). */
const INBOX = Prisma.sql`
  SELECT "id", "arrivedAt", "inquiryId", coalesce(
    (SELECT "id" FROM "Inquiry" WHERE "inquiryId" = event."inquiryId"),
    (SELECT "id" FROM "Inquiry" WHERE "referenceId" = event."referenceId" AND "inquiryId" IS NULL)
  ) AS "own"
  FROM "WebhookEvent" AS event WHERE ${WAITING} ORDER BY "arrivedAt" LIMIT ${SEEN_AT_ONCE}`
/** In the order in which the oldest waiting event of each arrived. */
const BY_EVENTS = Prisma.sql`JOIN (
  SELECT "own", min("arrivedAt") AS "toldAt" FROM (${INBOX}) AS inbox GROUP BY "own"
) AS told ON "id" = "own" ORDER BY "toldAt"`
const URGENT = Prisma.sql`WHERE "urgent" AND ${DUE} ORDER BY "dueAt"`
const LONGEST_DUE = Prisma.sql`WHERE ${DUE} ORDER BY "dueAt"`

/** Since when the reconciler owes something: a read that is due, or a look at an event. Null if nothing. */
export async function findOldestDue(): Promise<Date | null> {
  const [oldest] = await db().$queryRaw<{ since: Date | null }[]>`
    SELECT least(
      (SELECT min("dueAt") FROM "Inquiry" WHERE ${DUE}), (SELECT min("arrivedAt") FROM "WebhookEvent" WHERE ${WAITING})
    ) AS "since"`
  return oldest?.since ?? null
}

/**
 * Claims the next inquiry: one with events, in the order of their arrival and even under a lease, else an urgent one, else the one
 * due for longest.
 * @param mayBeScheduled whether it may have neither an event nor somebody waiting
 * @param isFair takes the one due for longest even if others are before it, so that nothing waits for ever
 */
export function claimNext(mayBeScheduled: boolean, isFair = false): Promise<Claim | null> {
  return db().$transaction(async (tx) => {
    const find = async (rows: Prisma.Sql): Promise<string | null> => {
      const [row] = await tx.$queryRaw<{ id: string }[]>`
        SELECT "id" FROM "Inquiry" ${rows} LIMIT 1 FOR UPDATE OF "Inquiry" SKIP LOCKED`
      return row?.id ?? null
    }
    const awaited = (await find(BY_EVENTS)) ?? (await find(URGENT))
    const longestDue = (awaited ? isFair : mayBeScheduled) ? await find(LONGEST_DUE) : null
    const id = longestDue ?? awaited
    return id === null ? null : take(id, tx)
  })
}

/**
 * Makes a read due because somebody is waiting. A claim that is under way keeps its lease, unless an account is being opened; its
 * end finds `urgent`, and another read follows. The version stays, or repeated requests would starve the read.
 * @param forgetsError so that an error is the answer to this request
 * @returns when, by the clock of `readAt`; null if the inquiry isn't open
 */
export async function askForRead(id: string, forgetsError = false): Promise<Date | null> {
  const [asked] = await db().$queryRaw<{ at: Date }[]>`
    UPDATE "Inquiry" SET "urgent" = true, "attempts" = 0,
      "lastError" = CASE WHEN NOT ${forgetsError} THEN "lastError" END,
      "dueAt" = CASE WHEN "dueAt" <= ${LEASE_END} THEN "dueAt" ELSE clock_timestamp() END
    WHERE "id" = ${id}::uuid AND "openState" = 'OPEN'
    RETURNING clock_timestamp() AS "at"`
  return asked?.at ?? null
}

/** Takes in the events of an inquiry that the transaction has locked, and claims it. */
async function take(id: string, tx: DbOrTransaction): Promise<Claim | null> {
  // The answer to the open may be lost, so an event with our reference binds the inquiry too. The first one wins.
  await tx.$executeRaw`
    UPDATE "Inquiry" SET "inquiryId" = first."inquiryId", "openState" = 'OPEN', "lastError" = NULL
    FROM (
      SELECT * FROM (${INBOX}) AS inbox WHERE "own" = ${id}::uuid ORDER BY "arrivedAt" LIMIT 1
    ) AS first
    WHERE "Inquiry"."id" = ${id}::uuid AND "Inquiry"."inquiryId" IS NULL`
  // A time after now was written before the clock was set back. It would cast doubt for too long.
  const taken = await tx.$executeRaw`
    WITH reset AS (
      UPDATE "WebhookEvent" SET "arrivedAt" = clock_timestamp()
      WHERE "inquiryRow" = ${id}::uuid AND "arrivedAt" > clock_timestamp()
    )
    UPDATE "WebhookEvent"
    SET "inquiryRow" = ${id}::uuid, "setAsideAt" = NULL, "arrivedAt" = least("arrivedAt", clock_timestamp())
    WHERE "id" = ANY(ARRAY(
      SELECT "id" FROM "WebhookEvent" WHERE "inquiryRow" IS NULL
        AND "inquiryId" = (SELECT "inquiryId" FROM "Inquiry" WHERE "id" = ${id}::uuid) LIMIT ${TAKEN_AT_ONCE}
    ))`
  const isNews = taken > 0
  // Another instance may have taken the events in after this one looked and before it locked.
  const [claim] = await tx.$queryRaw<Claim[]>`
    UPDATE "Inquiry" SET
      "version" = "version" + 1, "urgent" = false, "dueAt" = ${LEASE_END},
      "attempts" = CASE WHEN ${isNews} THEN 1 ELSE "attempts" + 1 END,
      "missingSince" = CASE WHEN ${isNews} THEN NULL ELSE "missingSince" END
    WHERE "id" = ${id}::uuid AND (${isNews} OR ${DUE})
    RETURNING *, clock_timestamp() AS "claimedAt"`
  return claim ?? null
}

/**
 * Sets aside events that are about no inquiry of ours, or about another than the one that we follow. An inquiry that is opened later
 * with that id is claimed then, and takes them in. Of others' events, the reference may say who a person is. It waits for no lock: an
 * event whose inquiry is locked, perhaps because it is being erased, is left for the next look.
 * @returns how many
 */
export const setAsideStrays = (): Promise<number> => db().$executeRaw`
  WITH stray AS (SELECT "id" FROM (${INBOX}) AS inbox WHERE "own" IS NULL),
  named AS (
    SELECT "id", "referenceId" FROM "Inquiry"
    WHERE "referenceId" IN (SELECT "referenceId" FROM "WebhookEvent" WHERE "id" IN (SELECT "id" FROM stray))
    FOR KEY SHARE SKIP LOCKED
  )
  UPDATE "WebhookEvent" AS event SET "setAsideAt" = clock_timestamp(),
    ("inquiryRow", "referenceId") = (SELECT "id", "referenceId" FROM named WHERE "referenceId" = event."referenceId")
  WHERE "id" = ANY(ARRAY(
    SELECT "id" FROM "WebhookEvent" AS one
    WHERE "inquiryRow" IS NULL AND "id" IN (SELECT "id" FROM stray) AND NOT EXISTS (
      SELECT FROM "Inquiry" WHERE "referenceId" = one."referenceId" AND "id" NOT IN (SELECT "id" FROM named)
    )
    FOR UPDATE OF one SKIP LOCKED
  ))`
