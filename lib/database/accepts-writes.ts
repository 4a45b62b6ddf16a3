import 'server-only'
import { failure, log } from '../runtime/log'
import { oncePerProcess } from '../runtime/once-per-process'
import { db } from './db'

/** Whether the last check could write. Anyone may call readiness, so the log has one line for each outage, not for each check. */
const last = oncePerProcess('accepts-writes', () => ({ didAccept: true }))

/**
 * Whether the database accepts writes. PostgreSQL rejects even an update of no rows on a standby, on a read-only server, without
 * the privilege, or before the first migration. This doesn't detect a full disk. That would take a real write, and anyone may call
 * the readiness route as often as they like.
 */
export async function acceptsWrites(): Promise<boolean> {
  try {
    await db().$executeRaw`UPDATE "WebhookEvent" SET "id" = "id" WHERE false`
    last.didAccept = true
  } catch (error) {
    if (last.didAccept) log.warn('database_refuses_writes', failure(error))
    last.didAccept = false
  }
  return last.didAccept
}
