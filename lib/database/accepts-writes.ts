import 'server-only'
import { db } from './db'

/**
 * Whether the database accepts writes. PostgreSQL rejects even an update of no rows on a standby, on a read-only server, without
 * the privilege, or before the first migration. This doesn't detect a full disk. That would take a real write, and anyone may call
 * the readiness route as often as they like.
 */
export async function acceptsWrites(): Promise<boolean> {
  try {
    await db().$executeRaw`UPDATE "WebhookEvent" SET "id" = "id" WHERE false`
    return true
  } catch {
    return false
  }
}
