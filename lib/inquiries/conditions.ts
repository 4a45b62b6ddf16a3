/**
 * The one list of what can be wrong, as the database shows it. The overview page and `npm run doctor` print these sentences. If
 * deploy/alerts.yml has an alert for a condition, both have the same name. All times are the database's.
 */
import 'server-only'
import { z } from 'zod'
import { REJECTION_TITLES } from '../http/rejection-reasons'
import { Prisma } from '../prisma-client/client'
import { HAS_NO_NEXT_CALL, IS_DUE } from './queue'
import { IS_PAUSED } from './service-gate'
import { DECISIONS, OVERDUE_MS, WAITING } from './status'

/** Queries count at most this many rows, so that a long list doesn't make them slow. */
const COUNTED_AT_MOST = 1_000

const findingSchema = z.object({
  name: z.string(),
  count: z.number(),
  /** How many customers wait because of it. */
  waiting: z.number(),
  /** When it began. */
  since: z.date().nullable(),
  /** When it last happened; for a pause, when it ends. */
  latest: z.date().nullable(),
  /** The newest reason. */
  reason: z.string().nullable(),
  /** Who acknowledged it last, and when. */
  seenAt: z.date().nullable(),
  seenBy: z.string().nullable(),
})
type Finding = z.infer<typeof findingSchema>

interface Condition {
  /**
   * True: the problem is listed while it lasts. False: it is over, and is listed until somebody acknowledges it, or for 30 days
   * (deliveries and events: one day).
   */
  isOngoing?: boolean
  /** Its inquiries are cases of their own, so a new one is unseen even if somebody has seen the earlier ones. */
  hasOwnCases?: boolean
  isWarning?: boolean
  /** Selects one row: count, waiting, since, latest, reason. */
  find: Prisma.Sql
  /** What fails, since when, how many customers wait, and what they see. */
  sentence: (finding: Finding) => string
  next: string
  href?: string
}

const { sql } = Prisma
const PAST = sql`statement_timestamp() - interval '30 days'`
const DAY_AGO = sql`statement_timestamp() - interval '1 day'`
const OVERDUE = sql`statement_timestamp() - ${OVERDUE_MS}::float8 * interval '1 millisecond'`
const UNDECIDED = sql`("status" IS NULL OR "status" <> ALL(${DECISIONS}::text[]))`
/** Errors that pause all calls. KeyRefused and CallsPaused report them, so ReadsFail and OpensFail leave them out. */
const PAUSED = sql`"lastError" IN ('RateLimitedError', 'UnauthorisedError')`
const FAILING_SINCE = sql`coalesce("failingSince", "createdAt")`
const LAST_EVENT = sql`coalesce((SELECT max("arrivedAt") FROM "WebhookEvent"), '-infinity')`

/** The newest inquiries whose last call failed. An outage may leave far more, so this reads 5000. */
const FAILING = sql`(SELECT * FROM "Inquiry" WHERE "lastError" IS NOT NULL ORDER BY "id" DESC LIMIT 5000) AS "Inquiry"`

/** Sums up the inquiries for which `where` holds. */
const ofInquiries = (
  where: Prisma.Sql,
  since: Prisma.Sql,
  reason = sql`NULL`,
  from = sql`"Inquiry"`,
) => sql`
  SELECT count(*)::int, (count(*) FILTER (WHERE "waits"))::int, min("since"), max("since"),
    (array_agg("reason" ORDER BY "since" DESC))[1]::text
  FROM (
    SELECT ${since} AS "since", ${reason} AS "reason", ${UNDECIDED} AS "waits"
    FROM ${from} WHERE ${where} LIMIT ${COUNTED_AT_MOST}
  ) AS found`
const ofRecentInquiries = (
  where: Prisma.Sql,
  since: Prisma.Sql,
  reason?: Prisma.Sql,
  from?: Prisma.Sql,
) => ofInquiries(sql`${where} AND ${since} > ${PAST}`, since, reason, from)

/** Counts every customer whose undecided inquiry is due, because its call waits for the pause to end. */
const pause = (reason: string, error: string) => sql`
  SELECT 1, (SELECT count(*) FROM (
    SELECT FROM "Inquiry" WHERE ${IS_DUE} AND ${UNDECIDED} LIMIT ${COUNTED_AT_MOST}) AS due)::int,
    (SELECT min("failingSince") FROM ${FAILING} WHERE "lastError" = ${error}), "pausedUntil", NULL
  FROM "ServiceGate" AS gate WHERE "id" = 1 AND ${IS_PAUSED} AND "pauseReason" = ${reason}`

const rejected = (since: Prisma.Sql) => sql`
  SELECT coalesce(sum("count"), 0)::int, 0, min("receivedAt"), max("receivedAt"),
    (array_agg("reason" ORDER BY "receivedAt" DESC))[1]::text
  FROM "RejectedDelivery" WHERE "receivedAt" > ${since}`

const many = (count: number, one: string, more = `${one}s`) =>
  `${count < COUNTED_AT_MOST ? count : `${COUNTED_AT_MOST - 1}+`} ${count === 1 ? one : more}`
const dayText = (at: Date) => at.toISOString().slice(0, 10)
/** `10:42 UTC`, with the day unless it is today's. */
const timeText = (at: Date) =>
  `${dayText(at) === dayText(new Date()) ? '' : `${dayText(at)} `}${at.toISOString().slice(11, 16)} UTC`
const sinceText = ({ since }: Finding) => (since ? ` since ${timeText(since)}` : '')
const reasonText = ({ reason }: Finding) =>
  reason === 'UnavailableError' ? 'no answer' : (reason ?? 'unknown').replaceAll('_', ' ')
/** The reason's title, as the event list shows it. */
const rejectionText = ({ reason }: Finding) =>
  new Map<string | null, string>(Object.entries(REJECTION_TITLES)).get(reason) ?? reason
const waits = ({ waiting }: Finding, read: string) =>
  waiting === 0
    ? 'No customer waits for it.'
    : `${many(waiting, 'customer waits', 'customers wait')}; they read ${read}.`
const NOT_RESPONDING = '“The verification service isn’t responding”'
/** A page that doesn’t wait for the service, as during a review, shows the status instead. */
const NOT_RESPONDING_OR_STATUS = `${NOT_RESPONDING} or the last known status`
const POLLING_HELPS = 'Customers get their decisions late, because only polling finds them.'

/** The most urgent first. */
const CONDITIONS: Readonly<Record<string, Condition>> = {
  KeyRefused: {
    isOngoing: true,
    find: pause('KEY_REFUSED', 'UnauthorisedError'),
    sentence: (it) =>
      `The service has refused our API key${sinceText(it)}, so all calls are paused. ${waits(it, NOT_RESPONDING_OR_STATUS)}`,
    next: 'Create a key in the service’s portal, set VERIFICATION_API_KEY, and restart every instance.',
  },
  CallsPaused: {
    isOngoing: true,
    find: pause('RATE_LIMITED', 'RateLimitedError'),
    sentence: (it) =>
      `The service limits our calls (HTTP 429)${sinceText(it)}, so all calls are paused until ${it.latest && timeText(it.latest)}. ${waits(it, NOT_RESPONDING_OR_STATUS)}`,
    next: 'Calls resume by themselves. If it happens again, lower VERIFICATION_CALLS_PER_MINUTE.',
  },
  ReadsFail: {
    isOngoing: true,
    find: ofInquiries(
      sql`NOT ${PAUSED} AND "openState" = 'OPEN' AND NOT (${HAS_NO_NEXT_CALL})`,
      FAILING_SINCE,
      sql`"lastError"`,
      FAILING,
    ),
    sentence: (it) =>
      `Status reads of ${many(it.count, 'inquiry', 'inquiries')} have failed${sinceText(it)} (${reasonText(it)}). ${waits(it, NOT_RESPONDING_OR_STATUS)}`,
    next: 'Ask the service: the log lines read_failed have the correlation ids.',
  },
  OpensFail: {
    isOngoing: true,
    find: ofInquiries(
      sql`NOT ${PAUSED} AND "openState" = 'OPENING'`,
      FAILING_SINCE,
      sql`"lastError"`,
      FAILING,
    ),
    sentence: (it) =>
      `Requests to open ${many(it.count, 'inquiry', 'inquiries')} have failed${sinceText(it)} (${reasonText(it)}). ${waits(it, NOT_RESPONDING)}`,
    next: 'Ask the service: the log lines open_failed have the correlation ids. The app tries again for 23 hours.',
  },
  AccountsNotOpened: {
    isOngoing: true,
    hasOwnCases: true,
    find: ofInquiries(
      sql`"accountError" IS NOT NULL`,
      sql`coalesce("grantedAt", "createdAt")`,
      sql`"accountError"`,
    ),
    sentence: (it) =>
      `openAccount fails (${reasonText(it)}). ${many(it.count, 'approved customer waits', 'approved customers wait')}${sinceText(it)}; they read “You’re approved” and that the account is being opened.`,
    next: 'Mend the core system; the app tries again.',
  },
  EveryDeliveryRefused: {
    isOngoing: true,
    // Anybody can send a delivery. One without a signature isn't the service's, but one with a wrong signature may be.
    find: sql`${rejected(sql`greatest(${LAST_EVENT}, ${DAY_AGO})`)}
      HAVING sum("count") > 3 OR bool_or("reason" = 'wrong_secret_or_altered_body')`,
    sentence: (it) =>
      `Every delivery${sinceText(it)} has been refused: ${it.count}, the last one for “${rejectionText(it)}”. ${POLLING_HELPS}`,
    next: 'If the service’s portal shows failed deliveries too, the secret was rotated there: set VERIFICATION_WEBHOOK_SECRET to the new one, and restart. If not, a stranger sent them.',
    href: '/admin/events?outcome=rejected',
  },
  NoDeliveries: {
    isOngoing: true,
    // Approvals, declines and reviews send events (W7). An event may come two minutes after the read.
    find: sql`
      SELECT count(*)::int, 0, min("statusSince"), max("statusSince"), NULL FROM (
        SELECT "statusSince" FROM "Inquiry" WHERE "status" IN ('APPROVED', 'DECLINED', 'NEEDS_REVIEW')
          AND "statusSince" > greatest(${LAST_EVENT}, ${DAY_AGO})
          AND "statusSince" < statement_timestamp() - interval '2 minutes'
          AND NOT EXISTS (SELECT FROM "WebhookEvent" WHERE "inquiryId" = "Inquiry"."id")
        LIMIT ${COUNTED_AT_MOST}
      ) AS found`,
    sentence: (it) =>
      `No event has arrived${sinceText(it)}, although the status of ${many(it.count, 'customer')} changed to approved, declined or in review. ${POLLING_HELPS}`,
    next: 'Unless deliveries are refused, check in the service’s portal that the endpoint is registered and that the template subscribes (W8).',
    href: '/admin/events',
  },
  CallsLate: {
    isOngoing: true,
    find: ofInquiries(
      sql`${IS_DUE} AND "dueAt" < statement_timestamp() - interval '5 minutes'`,
      sql`"dueAt"`,
    ),
    sentence: (it) =>
      `${many(it.count, 'inquiry has', 'inquiries have')} waited for a call to the service${sinceText(it)}. ${many(it.waiting, 'customer waits', 'customers wait')} longer than usual.`,
    next: 'Check that an instance runs, that calls aren’t paused, and the rate limit.',
    href: '/admin/inquiries',
  },
  ApplicationsLost: {
    find: ofRecentInquiries(
      sql`("openState" = 'OPEN_FAILED' OR "openState" = 'OPEN' AND ${HAS_NO_NEXT_CALL} AND ${UNDECIDED})`,
      FAILING_SINCE,
      sql`"lastError"`,
      FAILING,
    ),
    sentence: (it) =>
      `The service refused ${many(it.count, 'application', 'applications')}${sinceText(it)} (${reasonText(it)}). These customers read “We couldn’t start your identity check”.`,
    next: 'Check the template: npm run doctor -- --open.',
  },
  DecisionsReversed: {
    isOngoing: true,
    hasOwnCases: true,
    find: ofInquiries(
      sql`"reversedAt" IS NOT NULL AND "grantedAt" IS NULL AND "accountBlockedAt" IS NULL
        AND ("accountOpenedAt" IS NOT NULL OR "accountAskedAt" IS NOT NULL AND "accountRefusal" IS NULL)`,
      sql`"reversedAt"`,
    ),
    sentence: (it) =>
      `The service has reversed the approval of ${many(it.count, 'customer')}${sinceText(it)}, whose accounts are or may be open. They read that the account is on hold.`,
    next: 'Block each account in the core system, then mark it as blocked in its case.',
  },
  AccountsRefused: {
    find: ofRecentInquiries(
      sql`"accountRefusal" IS NOT NULL`,
      sql`coalesce((SELECT max("at") FROM "AuditEntry" WHERE "inquiryId" = "Inquiry"."id" AND "action" = 'account.refused'),
        "accountAskedAt", "grantedAt", "createdAt")`,
      sql`"accountRefusal"`,
    ),
    sentence: (it) =>
      `The core system has refused an account to ${many(it.count, 'approved customer')}${sinceText(it)} (${reasonText(it)}). They read “We can’t open this account online”.`,
    next: 'Find out why, and write to them.',
  },
  CustomersNotTold: {
    isOngoing: true,
    hasOwnCases: true,
    find: ofInquiries(
      sql`"noticeError" IS NOT NULL`,
      sql`coalesce((SELECT min("at") FROM "Notice" WHERE "inquiryId" = "Inquiry"."id" AND "sentAt" IS NULL), "createdAt")`,
      sql`"noticeError"`,
    ),
    sentence: (it) =>
      `notifyCustomer fails (${reasonText(it)}). ${many(it.count, 'customer hasn’t', 'customers haven’t')} been told about a decision or an account${sinceText(it)}; the status page shows it.`,
    next: 'Mend what sends the notices; the app tries again.',
  },
  RejectedDeliveries: {
    find: rejected(DAY_AGO),
    sentence: (it) =>
      `${many(it.count, 'delivery was', 'deliveries were')} refused${sinceText(it)}, the last one for “${rejectionText(it)}”. Customers don’t notice.`,
    next: 'The list of events explains each reason.',
    href: '/admin/events?outcome=rejected',
  },
  UnknownEvents: {
    find: sql`
      SELECT count(*)::int, 0, min("arrivedAt"), max("arrivedAt"), NULL FROM (
        SELECT "arrivedAt", "status" FROM "WebhookEvent" WHERE "arrivedAt" > ${DAY_AGO}
        ORDER BY "arrivedAt" DESC LIMIT 5000
      ) AS found WHERE "status" IS NULL`,
    sentence: (it) =>
      `${many(it.count, 'event')} of unknown kinds arrived${sinceText(it)}. They change no status; each only leads to a read.`,
    next: 'Ask the service what they mean, or don’t subscribe to them (W8).',
    href: '/admin/events',
  },
  EventsSetAside: {
    isWarning: true,
    find: sql`
      SELECT count(*)::int, 0, min("setAsideAt"), max("setAsideAt"), NULL FROM (
        SELECT "setAsideAt" FROM "WebhookEvent" WHERE "arrivedAt" > ${DAY_AGO} AND "setAsideAt" > ${DAY_AGO} AND "status" IS NOT NULL LIMIT ${COUNTED_AT_MOST}
      ) AS found`,
    sentence: (it) =>
      `${many(it.count, 'event was', 'events were')} set aside${sinceText(it)}, because no inquiry of ours matches. Customers don’t notice.`,
    next: 'Another system may be using the same tenant.',
    href: '/admin/events?outcome=set_aside',
  },
  DecisionsOverdue: {
    isOngoing: true,
    isWarning: true,
    find: ofInquiries(
      sql`"status" = ANY(${WAITING}::text[]) AND "reportedStatus" IS NULL AND "statusSince" < ${OVERDUE}
        OR "reportedStatus" IS NOT NULL AND "reportedAt" < ${OVERDUE}`,
      sql`coalesce("reportedAt", "statusSince")`,
    ),
    sentence: (it) =>
      `${many(it.count, 'customer has', 'customers have')} waited for a decision for more than a day, the first${sinceText(it)}.`,
    next: 'The service or a reviewer has to decide. We keep checking.',
  },
}
export const CONDITION_NAMES = Object.keys(CONDITIONS)

export interface Problem {
  name: string
  /** The sentence, and what to do. */
  text: string
  count: number
  isWarning: boolean
  href: string
  /** When it began if it lasts, else when it last happened. Null if no time is known; then the page offers no Acknowledge button. */
  occurredAt: Date | null
  /** Who has acknowledged this occurrence: `Anna, 10:45 UTC`. */
  seen: string | null
}

/** One statement, so that a page costs one connection. An acknowledgement is an entry of the audit trail. */
const FIND = sql`
  SELECT found.*, ack."at" AS "seenAt", (SELECT "name" FROM "User" WHERE "id"::text = ack."actor") AS "seenBy"
  FROM (${Prisma.join(
    Object.entries(CONDITIONS).map(
      ([name, { find }]) => sql`SELECT ${name}::text, * FROM (${find}) AS one`,
    ),
    ' UNION ALL ',
  )}) AS found ("name", "count", "waiting", "since", "latest", "reason")
  LEFT JOIN LATERAL (
    SELECT "at", "actor" FROM "AuditEntry"
    WHERE "action" = 'problem.acknowledged' AND "outcome" = found."name" ORDER BY "at" DESC LIMIT 1
  ) AS ack ON true WHERE "count" > 0`

/**
 * Finds problems that last, and past ones that nobody has acknowledged. The most urgent comes first.
 * @param run runs the query on the caller's connection: the app's pool or the doctor's client
 */
export async function findProblems(
  run: (query: Prisma.Sql) => Promise<unknown>,
): Promise<Problem[]> {
  const findings = z.array(findingSchema).parse(await run(FIND))
  return Object.entries(CONDITIONS).flatMap(([name, condition]) => {
    const { sentence, next, isOngoing = false, hasOwnCases = false, isWarning = false } = condition
    const it = findings.find((one) => one.name === name)
    if (!it) return []
    const { seenAt, seenBy, since, latest, count } = it
    const occurredAt = isOngoing && !hasOwnCases ? since : latest
    const isSeen = seenAt !== null && occurredAt !== null && occurredAt <= seenAt
    if (isSeen && !isOngoing) return []
    const seen = isSeen ? `${seenBy ?? 'Somebody'}, ${timeText(seenAt)}` : null
    const text = `${sentence(it)} ${next}`
    const href = condition.href ?? '/admin/inquiries?tab=problems'
    return [{ name, text, count, isWarning, href, occurredAt, seen }]
  })
}
