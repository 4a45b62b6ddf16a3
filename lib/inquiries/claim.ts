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
/** An event that still matches no inquiry is about somebody else's. */
const STRAY_AFTER = Prisma.sql`interval '1 day'`

/** An inquiry as claimed, with the database's time of the claim. */
export type Claim = Inquiry & { claimedAt: Date }

/** An event that no claim has taken in. */
const WAITING = Prisma.sql`event."inquiryRow" IS NULL AND event."setAsideAt" IS NULL`
/** The statement's time, because an index can't be searched for a volatile function. */
const DUE = Prisma.sql`"dueAt" <= statement_timestamp()`
const LEASE_END = Prisma.sql`clock_timestamp() + ${LEASE_MS}::float8 * interval '1 millisecond'`

/** Inquiries with waiting events: by the service's id, or by our reference while they have none (N12). */
const WITH_EVENTS = Prisma.sql`
  SELECT own."id", event."arrivedAt" FROM "WebhookEvent" AS event JOIN "Inquiry" AS own ON own."inquiryId" = event."inquiryId"
  WHERE ${WAITING}
  UNION ALL
  SELECT own."id", event."arrivedAt" FROM "WebhookEvent" AS event JOIN "Inquiry" AS own ON own."referenceId" = event."referenceId"
  WHERE ${WAITING} AND own."inquiryId" IS NULL
    AND NOT EXISTS (SELECT FROM "Inquiry" AS other WHERE other."inquiryId" = event."inquiryId")`
/** In the order in which the oldest waiting event of each arrived. */
const BY_EVENTS = Prisma.sql`JOIN (
  SELECT "id" AS "told", min("arrivedAt") AS "toldAt" FROM (${WITH_EVENTS}) AS waiting GROUP BY "id"
) AS waiting ON "id" = "told" ORDER BY "toldAt"`

/** Whether a claim would find something, which costs less than a claim. */
export async function isAnythingDue(): Promise<boolean> {
  const [found] = await db().$queryRaw<{ isDue: boolean }[]>`
    SELECT EXISTS (SELECT FROM "Inquiry" WHERE ${DUE}) OR EXISTS (${WITH_EVENTS}) AS "isDue"`
  return found?.isDue ?? false
}

/** Since when the reconciler owes something: a read that is due, or an event that waits. Null if nothing. */
export async function findOldestDue(): Promise<Date | null> {
  const [oldest] = await db().$queryRaw<{ since: Date | null }[]>`
    SELECT least(
      (SELECT min("dueAt") FROM "Inquiry" WHERE ${DUE}), (SELECT min("arrivedAt") FROM (${WITH_EVENTS}) AS waiting)
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
    await add(Prisma.sql`WHERE "urgent" AND ${DUE} ${others()}`, atMost - found.length)
    const isFull = found.length === atMost
    if (isFull && isFair) found.pop()
    const most = isFull ? atMost - found.length : Math.min(ofLongestDue, atMost - found.length)
    await add(Prisma.sql`WHERE ${DUE} ${others()}`, most)
    return take(found, tx)
  })
}

/** Claims one inquiry for somebody who is waiting, unless another claim may be under way. Null then. */
export function claimOne(id: string): Promise<Claim | null> {
  return db().$transaction(async (tx) => {
    const picked = await tx.$queryRaw<{ id: string }[]>`
      SELECT "id" FROM "Inquiry" WHERE "id" = ${id}::uuid AND "openState" = 'OPEN'
        AND ("dueAt" BETWEEN clock_timestamp() AND ${LEASE_END}) IS NOT TRUE
      FOR UPDATE SKIP LOCKED`
    const [claim] = await take(
      picked.map((row) => row.id),
      tx,
    )
    return claim ?? null
  })
}

/**
 * Makes a read due because somebody is waiting. A claim that is under way keeps its lease; its end finds `urgent`, and another read
 * follows. The version stays, or repeated requests would starve the read.
 */
export async function askForRead(id: string): Promise<void> {
  await db().$executeRaw`
    UPDATE "Inquiry" SET "urgent" = true, "attempts" = 0,
      "dueAt" = CASE WHEN "dueAt" <= ${LEASE_END} THEN "dueAt" ELSE clock_timestamp() END
    WHERE "id" = ${id}::uuid AND "openState" = 'OPEN'`
}

/** Takes in the events of inquiries that the transaction has locked, and claims them. */
async function take(ids: string[], tx: DbOrTransaction): Promise<Claim[]> {
  if (ids.length === 0) return []
  // The answer to the open may be lost, so an event with our reference binds the inquiry too. The first one wins, and an id that
  // events give to two inquiries binds one of them, or the claim would fail for ever.
  await tx.$executeRaw`
    UPDATE "Inquiry" SET "inquiryId" = first."inquiryId", "openState" = 'OPEN', "openError" = NULL
    FROM (
      SELECT DISTINCT ON ("inquiryId") * FROM (
        SELECT DISTINCT ON (own."id") own."id", event."inquiryId", event."arrivedAt"
        FROM "WebhookEvent" AS event JOIN "Inquiry" AS own ON own."referenceId" = event."referenceId"
        WHERE ${WAITING} AND own."id" = ANY(${ids}::uuid[]) AND own."inquiryId" IS NULL
          AND NOT EXISTS (SELECT FROM "Inquiry" AS other WHERE other."inquiryId" = event."inquiryId")
        ORDER BY own."id", event."arrivedAt", event."id"
      ) AS firsts ORDER BY "inquiryId", "arrivedAt", "id"
    ) AS first
    WHERE "Inquiry"."id" = first."id"`
  // A time after now was written before the clock was set back. It would cast doubt for too long.
  const told = await tx.$queryRaw<{ id: string }[]>`
    WITH reset AS (
      UPDATE "WebhookEvent" SET "arrivedAt" = clock_timestamp()
      WHERE "inquiryRow" = ANY(${ids}::uuid[]) AND "arrivedAt" > clock_timestamp()
    )
    UPDATE "WebhookEvent" AS event
    SET "inquiryRow" = own."id", "arrivedAt" = least(event."arrivedAt", clock_timestamp())
    FROM "Inquiry" AS own
    WHERE own."id" = ANY(${ids}::uuid[]) AND event."inquiryId" = own."inquiryId" AND ${WAITING}
    RETURNING own."id"`
  const withNews = told.map(({ id }) => id)
  return tx.$queryRaw<Claim[]>`
    UPDATE "Inquiry" SET
      "version" = "version" + 1, "urgent" = false,
      "dueAt" = CASE WHEN "openState" = 'OPEN_FAILED' THEN NULL ELSE ${LEASE_END} END,
      "attempts" = CASE WHEN "id" = ANY(${withNews}::uuid[]) THEN 1 ELSE "attempts" + 1 END,
      "missingSince" = CASE WHEN "id" = ANY(${withNews}::uuid[]) THEN NULL ELSE "missingSince" END,
      "openAttempts" = "openAttempts" + ("openState" = 'OPENING')::int
    WHERE "id" = ANY(${ids}::uuid[])
    RETURNING *, clock_timestamp() AS "claimedAt"`
}

/** So that no run takes long. */
const STRAYS_AT_ONCE = 5_000

/**
 * Sets aside events that no claim will ever take in: those about another inquiry than the one that we follow, and after a day those
 * about none of ours. Of the latter, the reference is somebody else's, and may say who a person is.
 */
export async function setAsideStrays(): Promise<void> {
  await db().$executeRaw`
    UPDATE "WebhookEvent" AS event SET "setAsideAt" = clock_timestamp(), "inquiryRow" = stray."own",
      "referenceId" = CASE WHEN stray."own" IS NOT NULL THEN event."referenceId" END
    FROM (
      SELECT event."id", own."id" AS "own"
      FROM "WebhookEvent" AS event LEFT JOIN "Inquiry" AS own ON own."referenceId" = event."referenceId"
      WHERE ${WAITING} AND NOT EXISTS (SELECT FROM "Inquiry" AS bound WHERE bound."inquiryId" = event."inquiryId")
        AND CASE WHEN own."id" IS NULL THEN event."arrivedAt" < clock_timestamp() - ${STRAY_AFTER}
          ELSE own."inquiryId" IS NOT NULL END
      ORDER BY event."arrivedAt" LIMIT ${STRAYS_AT_ONCE} FOR UPDATE OF event SKIP LOCKED
    ) AS stray
    WHERE event."id" = stray."id"`
}
