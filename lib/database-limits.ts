/**
 * The limits that PostgreSQL enforces on each of the app's connections. They are sent as start-up parameters, so they cost no
 * round trip. `npm run doctor` connects with the same limits, because some poolers refuse them.
 */
export const DATABASE_LIMITS = {
  statement_timeout: 8_000,
  /** Short enough that a delivery blocked by a lock fails before the service stops waiting, and before it delays the next batch. */
  lock_timeout: 2_000,
  /** Our longest transaction takes 5 s. A process that hangs in one must not keep its locks. */
  idle_in_transaction_session_timeout: 10_000,
} as const
