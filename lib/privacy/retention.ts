/**
 * Retention removes texts and audit entries past their limits, and writes an audit entry about it. `npm run retention` and
 * `POST /api/cron/retention` start it, and runs may overlap. Events stay, because they hold no personal data and only their signed ids
 * protect against a replay.
 */
import 'server-only'
import { personalColumns } from '../application-form'
import { databaseTime, db } from '../database/db'
import { uuid7At } from '../database/uuid7-time'
import { HAS_NO_NEXT_CALL } from '../inquiries/queue'
import { DECISIONS, FINISHED } from '../inquiries/status'
import { Prisma } from '../prisma-client/client'
import { env } from '../runtime/env'
import { failure, log } from '../runtime/log'
import { audit } from './audit'

const DAY_MS = 24 * 3_600_000
/** Keeps each statement well below its timeout, and releases locks quickly. */
const BATCH = 1_000

interface RetentionOptions {
  /** No batch starts after this time, except that every run takes one batch of each kind. */
  maxMs?: number
}

/**
 * Empties texts (free text, personal answers, request bodies) older than `RETENTION_TEXT_DAYS`, and removes audit entries older than `RETENTION_AUDIT_DAYS`.
 * @returns how many were removed, and whether more are left
 * @throws the first failure, once everything else is removed and audited
 */
export async function removeExpired({ maxMs = Infinity }: RetentionOptions = {}) {
  // Uses the database's clock. If this machine's clock were years ahead, it would delete today's entries.
  const now = await databaseTime()
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const { RETENTION_TEXT_DAYS, RETENTION_AUDIT_DAYS } = env()
  const endsAt = Date.now() + maxMs
  const failures: unknown[] = []
  let more = false
  // If one kind fails, the others still run.
  async function remove(kind: string, removeBatch: () => Promise<number>): Promise<number> {
    let removed = 0
    try {
      let batch: number
      do {
        batch = await removeBatch()
        removed += batch
      } while (batch === BATCH && Date.now() < endsAt)
      more ||= batch === BATCH
    } catch (error) {
      log.error('retention_kind_failed', { kind, ...failure(error) })
      failures.push(error)
    }
    const outcome = `${removed}_${kind}`
    if (removed > 0) await audit({ actor: 'system', action: 'retention.applied', outcome })
    return removed
  }
  const removed = {
    texts: await remove('texts', () => removeTexts(daysAgo(RETENTION_TEXT_DAYS))),
    auditEntries: await remove('audit_entries', () =>
      removeAuditEntries(daysAgo(RETENTION_AUDIT_DAYS)),
    ),
  }
  if (failures.length > 0) throw failures[0]
  return { removed, more }
}

/**
 * The id gives a fast index search, but its time comes from an app machine's clock. So the row's own time, from the database's
 * clock, must be past the limit too.
 */
const removeAuditEntries = (before: Date): Promise<number> => db().$executeRaw`
  DELETE FROM "AuditEntry" WHERE "id" IN (
    SELECT "id" FROM "AuditEntry" 
    WHERE "id" < ${uuid7At(before)}::uuid AND "at" < ${before} ORDER BY "id" LIMIT ${BATCH}
  )`

/**
 * Empties free text and personal answers of inquiries that were created and last changed before `before`.
 * - The request body is needed only until the inquiry is open.
 * - `openAccount` may need the answers until the account is opened or refused, so they stay, unless the check expired unfinished
 *   before `before`.
 * - A later read may restore the reviewers' texts. The next run empties them again.
 * - The first condition matches the partial index `Inquiry_text_idx`.
 * - It skips locked rows, so that a run never waits for a claim or a read. The next run handles them.
 */
function removeTexts(before: Date): Promise<number> {
  const andPersonal = Prisma.raw(
    personalColumns()
      .map((name) => `, "${name}" = NULL`)
      .join(''),
  )
  return db().$executeRaw`
    UPDATE "Inquiry"
    SET "note" = NULL, "reviewReasons" = '{}', "portalDecisionNote" = NULL, "openBody" = ''${andPersonal}
    WHERE "id" IN (
      SELECT "id" FROM "Inquiry"
      WHERE ("openBody" <> '' OR "portalDecisionNote" IS NOT NULL OR cardinality("reviewReasons") > 0)
        AND "id" < ${uuid7At(before)}::uuid AND "createdAt" < ${before}
        AND ("statusSince" IS NULL OR "statusSince" < ${before})
        AND "openState" <> 'OPENING'
        AND (${HAS_NO_NEXT_CALL}
          OR "expiresAt" < ${before} AND "reportedStatus" IS NULL
            AND coalesce("status", '') <> ALL(${FINISHED}::text[])
          OR "status" = ANY(${DECISIONS}::text[])
            AND ("grantedAt" IS NULL OR "accountOpenedAt" IS NOT NULL OR "accountRefusal" IS NOT NULL))
      ORDER BY "id" LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    )`
}
