// Checks the app's own records for problems with the service: a pause of all calls, and deliveries that don't arrive.
import type pg from 'pg'
import { LONGEST_RETRY_AFTER_MS } from '../../lib/verification/retry.ts'
import { type Finding, right, unclear, wrong } from './finding.ts'

/** The longest pause after a refused key or a rate limit, plus a little for differing clocks. */
const LONGEST_PAUSE_S = LONGEST_RETRY_AFTER_MS / 1000 + 60

const UNPAUSE = `UPDATE "ServiceGate" SET "pausedUntil" = NULL WHERE "id" = 1;`

export async function checkPause(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ until: Date; reason: string | null; seconds: number }>(
    `SELECT "pausedUntil" AS until, "pauseReason" AS reason,
      extract(epoch FROM "pausedUntil" - clock_timestamp())::float8 AS seconds
    FROM "ServiceGate" WHERE "id" = 1 AND "pausedUntil" > clock_timestamp()`,
  )
  const [pause] = rows
  if (!pause) return right('Calls to the service are not paused')
  const until = pause.until.toISOString()
  if (pause.seconds > LONGEST_PAUSE_S)
    return wrong(
      `All calls to the service are paused until ${until}`,
      `The app pauses for ${LONGEST_PAUSE_S - 60} s at most, so a clock was wrong or somebody edited this row. Check the clocks, then end the pause: ${UNPAUSE}`,
    )
  if (pause.reason === 'KEY_REFUSED')
    return wrong(
      `The service refused the API key of a running app (A4), so all calls are paused until ${until}`,
      'If it accepts the key in .env (see below), some instance still runs with an old key: restart every instance. Otherwise create a key in the portal. Calls then resume automatically.',
    )
  return unclear(
    `All calls to the service are paused until ${until} (${pause.reason ?? 'no reason'})`,
    'The key reached its rate limit (D5). Calls resume automatically. If it happens again, lower VERIFICATION_CALLS_PER_MINUTE and find out who else uses the key.',
  )
}

/** Without the doctor's own deliveries, which say nothing about the service. */
const NEWEST = `
  SELECT
    (SELECT max("receivedAt") FROM "RejectedDelivery"
      WHERE "reason" = 'wrong_secret_or_altered_body' AND coalesce("deliveryId", '') NOT LIKE 'doctor-%') AS rejected,
    (SELECT "receivedAt" FROM "ReceivedEvent" WHERE "kind" <> 'doctor.ping'
      ORDER BY "receivedAt" DESC, "id" DESC LIMIT 1) AS accepted`

/**
 * Decisions that a read found and no event reported (W7), old enough that the first retries are over (N8). Without reversals,
 * which may be silent (N29).
 */
const UNREPORTED = `
  SELECT count(*)::int AS count, min("at") AS since FROM (
    SELECT * FROM "StatusChange" ORDER BY "id" DESC LIMIT 200
  ) AS change JOIN "Inquiry" AS inquiry ON inquiry."id" = change."inquiryRow"
  WHERE change."toStatus" IN ('APPROVED', 'NEEDS_REVIEW', 'DECLINED') AND inquiry."reversedAt" IS NULL
    AND change."at" BETWEEN now() - interval '7 days' AND now() - interval '10 minutes'
    AND change."at" > coalesce($1::timestamptz, '-infinity')
    AND NOT EXISTS (
      SELECT FROM "ReceivedEvent" AS event
      WHERE event."inquiryId" = inquiry."inquiryId" AND event."status" = change."toStatus")`

export async function checkDeliveries(client: pg.Client): Promise<Finding> {
  const newest = await client.query<{ rejected: Date | null; accepted: Date | null }>(NEWEST)
  const { rejected = null, accepted = null } = newest.rows[0] ?? {}
  const last = accepted
    ? `the last good one came at ${accepted.toISOString()}`
    : 'there has never been a good one'
  if (rejected && (!accepted || rejected > accepted))
    return wrong(
      `A delivery at ${rejected.toISOString()} was signed with another secret or altered; ${last}`,
      "The endpoint's secret was probably rotated or the endpoint recreated at the service (W1): set VERIFICATION_WEBHOOK_SECRET to the one in the portal, the old one as VERIFICATION_WEBHOOK_SECRET_PREVIOUS, and restart. This warning clears with the next good delivery.",
    )
  const unreported = await client.query<{ count: number; since: Date | null }>(UNREPORTED, [
    accepted,
  ])
  const { count = 0, since = null } = unreported.rows[0] ?? {}
  if (count > 0)
    return wrong(
      `Decisions that came without an event since ${since?.toISOString()}: ${count}; ${last}`,
      "In the service's portal, check that the endpoint still exists with this app's /api/webhooks/verification and that the template subscribes (W8); then check the proxies in front of the app. Until then, polling finds decisions minutes later.",
    )
  return right(
    'No delivery was refused since the last good one, and every decision came with its event',
  )
}
