/**
 * Claims what is due. A claim takes in the events that are waiting for its inquiries and raises their version, before anything is
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

/** Since when the reconciler owes something: a read that is due, or a look at an event. Null if nothing. */
export async function findOldestDue(): Promise<Date | null> {
  const [oldest] = await db().$queryRaw<{ since: Date | null }[]>`
    SELECT least(
      (SELECT min("dueAt") FROM "Inquiry" WHERE ${DUE}), (SELECT min("arrivedAt") FROM "WebhookEvent" WHERE ${WAITING})
    ) AS "since"`
  return oldest?.since ?? null
}

/**
 * Inquiries with events come first, in the order of their arrival, then urgent ones, then those due for longest.
 * @param atMost how many in all
 * @param ofLongestDue how many of them may have neither an event nor somebody waiting
 * @param isFair gives one place to the inquiry due for longest, even if others would fill them all, so that nothing waits for ever
 */
export function claimDue(atMost: number, ofLongestDue: number, isFair: boolean): Promise<Claim[]> {
  return db().$transaction(async (tx) => {
    const found: string[] = []
    const add = async (rows: Prisma.Sql, most: number) => {
      if (most <= 0) return
      const picked = await tx.$queryRaw<{ id: string }[]>`
        SELECT "id" FROM "Inquiry" ${rows} LIMIT ${most} FOR UPDATE OF "Inquiry" SKIP LOCKED`
      found.push(...picked.map(({ id }) => id).filter((id) => !found.includes(id)))
    }
    const others = () => Prisma.sql`AND "id" <> ALL(${found}::uuid[]) ORDER BY "dueAt"`
    await add(BY_EVENTS, atMost)
    // Another instance may have taken their events in after this one looked and before it locked.
    const told = await tx.$queryRaw<{ id: string }[]>`
      SELECT DISTINCT "own" AS "id" FROM (${INBOX}) AS inbox WHERE "own" = ANY(${found}::uuid[])`
    const withEvents = new Set(told.map(({ id }) => id))
    found.splice(0, found.length, ...found.filter((id) => withEvents.has(id)))
    await add(Prisma.sql`WHERE "urgent" AND ${DUE} ${others()}`, atMost - found.length)
    const isFull = found.length === atMost
    if (isFull && isFair) found.pop()
    const most = isFull ? atMost - found.length : Math.min(ofLongestDue, atMost - found.length)
    await add(Prisma.sql`WHERE ${DUE} ${others()}`, most)
    return take(found, tx)
  })
}

/**
 * Makes a read due because somebody is waiting. A claim that is under way keeps its lease; its end finds `urgent`, and another read
 * follows. The version stays, or repeated requests would starve the read.
 * @returns when, by the clock of `readAt`; null if the inquiry isn't open
 */
export async function askForRead(id: string): Promise<Date | null> {
  const [asked] = await db().$queryRaw<{ at: Date }[]>`
    UPDATE "Inquiry" SET "urgent" = true, "attempts" = 0,
      "dueAt" = CASE WHEN "dueAt" <= ${LEASE_END} THEN "dueAt" ELSE clock_timestamp() END
    WHERE "id" = ${id}::uuid AND "openState" = 'OPEN'
    RETURNING clock_timestamp() AS "at"`
  return asked?.at ?? null
}

/** Takes in the events of inquiries that the transaction has locked, and claims them. */
async function take(ids: string[], tx: DbOrTransaction): Promise<Claim[]> {
  if (ids.length === 0) return []
  // The answer to the open may be lost, so an event with our reference binds the inquiry too. The first one wins, and an id that
  // events give to two inquiries binds one of them, or the claim would fail for ever.
  await tx.$executeRaw`
    UPDATE "Inquiry" SET "inquiryId" = first."inquiryId", "openState" = 'OPEN', "lastError" = NULL
    FROM (
      SELECT DISTINCT ON ("inquiryId") * FROM (
        SELECT DISTINCT ON ("own") * FROM (${INBOX}) AS inbox
        WHERE "own" = ANY(${ids}::uuid[]) ORDER BY "own", "arrivedAt", "id"
      ) AS firsts ORDER BY "inquiryId", "arrivedAt", "id"
    ) AS first
    WHERE "Inquiry"."id" = "own" AND "Inquiry"."inquiryId" IS NULL`
  // A time after now was written before the clock was set back. It would cast doubt for too long.
  const told = await tx.$queryRaw<{ id: string }[]>`
    WITH reset AS (
      UPDATE "WebhookEvent" SET "arrivedAt" = clock_timestamp()
      WHERE "inquiryRow" = ANY(${ids}::uuid[]) AND "arrivedAt" > clock_timestamp()
    )
    UPDATE "WebhookEvent" AS event
    SET "inquiryRow" = own."id", "setAsideAt" = NULL, "arrivedAt" = least(event."arrivedAt", clock_timestamp())
    FROM (
      SELECT claimed."id", waiting."id" AS "event"
      FROM "Inquiry" AS claimed JOIN "WebhookEvent" AS waiting ON waiting."inquiryId" = claimed."inquiryId"
      WHERE claimed."id" = ANY(${ids}::uuid[]) AND waiting."inquiryRow" IS NULL LIMIT ${TAKEN_AT_ONCE}
    ) AS own
    WHERE event."id" = own."event" AND event."inquiryRow" IS NULL
    RETURNING own."id"`
  const withNews = told.map(({ id }) => id)
  return tx.$queryRaw<Claim[]>`
    UPDATE "Inquiry" SET
      "version" = "version" + 1, "urgent" = false,
      "dueAt" = CASE WHEN "openState" = 'OPEN_FAILED' THEN NULL ELSE ${LEASE_END} END,
      "attempts" = CASE WHEN "id" = ANY(${withNews}::uuid[]) THEN 1 ELSE "attempts" + 1 END,
      "missingSince" = CASE WHEN "id" = ANY(${withNews}::uuid[]) THEN NULL ELSE "missingSince" END
    WHERE "id" = ANY(${ids}::uuid[])
    RETURNING *, clock_timestamp() AS "claimedAt"`
}

/**
 * Sets aside events that are about no inquiry of ours, or about another than the one that we follow. An inquiry that is opened later
 * with that id is claimed then, and takes them in. Of others' events, the reference may say who a person is.
 * @returns how many
 */
export const setAsideStrays = (): Promise<number> => db().$executeRaw`
  UPDATE "WebhookEvent" AS event SET "setAsideAt" = clock_timestamp(),
    ("inquiryRow", "referenceId") = (SELECT "id", "referenceId" FROM "Inquiry" WHERE "referenceId" = event."referenceId")
  WHERE "id" = ANY(ARRAY(
    SELECT "id" FROM "WebhookEvent"
    WHERE "inquiryRow" IS NULL AND "id" = ANY(ARRAY(SELECT "id" FROM (${INBOX}) AS inbox WHERE "own" IS NULL))
    FOR UPDATE SKIP LOCKED
  ))`
