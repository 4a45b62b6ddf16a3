// What the app's own records say about the service: a pause of all calls, and deliveries that don't arrive.
import type pg from 'pg'
import { LONGEST_RETRY_AFTER_MS } from '../../lib/verification/retry.ts'
import { type Finding, right, untold, wrong } from './finding.ts'

/** The pause after a refused key or a rate limit is at most as long, and clocks differ a little. */
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
      `The app pauses for ${LONGEST_PAUSE_S - 60} s at most, so a clock was wrong or somebody wrote this row. Check the clocks, then lift it: ${UNPAUSE}`,
    )
  if (pause.reason === 'KEY_REFUSED')
    return wrong(
      `The service refused the API key of a running app (A4), so all calls are paused until ${until}`,
      'If it accepts the key in .env (see below), some instance still runs with an old one: restart every instance. Otherwise create a key in the portal. Calls then continue by themselves.',
    )
  return untold(
    `All calls to the service are paused until ${until} (${pause.reason ?? 'no reason'})`,
    'The key reached its rate limit (D5): they continue by themselves. If it repeats, lower VERIFICATION_CALLS_PER_MINUTE and find out who else uses the key.',
  )
}

/** Deliveries by the doctor itself tell nothing about the service. */
const NEWEST = `
  SELECT
    (SELECT max("receivedAt") FROM "RejectedDelivery"
      WHERE "reason" = 'wrong_secret_or_altered_body' AND coalesce("deliveryId", '') NOT LIKE 'doctor-%') AS rejected,
    (SELECT "receivedAt" FROM "ReceivedEvent" WHERE "kind" <> 'doctor.ping'
      ORDER BY "receivedAt" DESC, "id" DESC LIMIT 1) AS accepted`

/** Decisions that a read found and no event reported (W7), old enough for the first retries (N8). A reversal may be silent (N29). */
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
    : 'none was ever good'
  if (rejected && (!accepted || rejected > accepted))
    return wrong(
      `A delivery at ${rejected.toISOString()} was signed with another secret or altered; ${last}`,
      "The endpoint's secret was probably rotated or the endpoint recreated at the service (W1): set VERIFICATION_WEBHOOK_SECRET to the one in the portal, the old one as VERIFICATION_WEBHOOK_SECRET_PREVIOUS, and restart. This goes away with the next good delivery.",
    )
  const unreported = await client.query<{ count: number; since: Date | null }>(UNREPORTED, [
    accepted,
  ])
  const { count = 0, since = null } = unreported.rows[0] ?? {}
  if (count > 0)
    return wrong(
      `${count} decisions since ${since?.toISOString()} came without an event; ${last}`,
      "In the service's portal, see whether the endpoint still exists with this app's /api/webhooks/verification and whether the template subscribes (W8); then look at what stands in front of the app. Polling finds decisions meanwhile, minutes later.",
    )
  return right(
    'No delivery has been refused since the last good one, and no decision lacks its event',
  )
}
