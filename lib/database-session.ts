/** What each of the app's connections needs from PostgreSQL. `npm run doctor` connects in the same way. */
import type pg from 'pg'

/**
 * The limits that PostgreSQL enforces. They are sent as start-up parameters, so they cost no round trip, but some poolers
 * refuse them.
 */
export const DATABASE_LIMITS = {
  statement_timeout: 8_000,
  /** Short enough that a delivery blocked by a lock fails before the service stops waiting, and before it delays the next batch. */
  lock_timeout: 2_000,
  /** Our longest transaction takes 5 s. A process that hangs in one must not keep its locks. */
  idle_in_transaction_session_timeout: 10_000,
} as const

/**
 * adapter-pg sends times without their zone and ignores the zone of those it receives, so both are right only in UTC. A new
 * server takes the zone of its host. Not a start-up parameter, because poolers keep this setting but refuse the parameter.
 */
export async function keepUtc(client: pg.ClientBase): Promise<void> {
  await client.query("SET TIME ZONE 'UTC'")
}
