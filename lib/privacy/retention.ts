/**
 * Retention: removes text and audit entries that are older than their limits. It leaves an audit entry.
 * `npm run retention` and `POST /api/cron/retention` start it; runs may overlap. Events hold no personal data, and stay: their signed
 * ids are the only protection against a replay.
 */
import 'server-only'
import { personalColumns } from '../application-form'
import { databaseTime, db } from '../database/db'
import { uuid7At } from '../database/uuid7-time'
import { IS_GIVEN_UP } from '../inquiries/queue'
import { DECISIONS, FINISHED } from '../inquiries/status'
import { Prisma } from '../prisma-client/client'
import { env } from '../runtime/env'
import { errorName, log } from '../runtime/log'
import { audit } from './audit'

const DAY_MS = 24 * 3_600_000
/** Small enough to stay well below the statement timeout and to release locks quickly. */
const BATCH = 1_000

interface RetentionOptions {
  /** Starts no new batch after this time. Every run takes at least one batch of each kind. */
  maxMs?: number
}

/**
 * Empties free text older than `RETENTION_TEXT_DAYS`, and removes audit entries older than `RETENTION_AUDIT_DAYS`.
 * @returns how many were removed, and whether more is left
 * @throws the first failure, once everything else is removed and audited
 */
export async function removeExpired({ maxMs = Infinity }: RetentionOptions = {}) {
  // Not this machine's clock: if it is years ahead, it would delete today's entries.
  const now = await databaseTime()
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const { RETENTION_TEXT_DAYS, RETENTION_AUDIT_DAYS } = env()
  const endsAt = Date.now() + maxMs
  const failures: unknown[] = []
  let more = false
  // One kind that fails must not hold up the other, or the audit entries.
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
      log.error('retention_kind_failed', { kind, error: errorName(error) })
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
 * Ids sort by time and have an index, but they come from the clock of the machine that made them. So the row's own time, which
 * is the database's, has to be past, too.
 */
const removeAuditEntries = (before: Date): Promise<number> => db().$executeRaw`
  DELETE FROM "AuditEntry" WHERE "id" IN (
    SELECT "id" FROM "AuditEntry" 
    WHERE "id" < ${uuid7At(before)}::uuid AND "at" < ${before} ORDER BY "id" LIMIT ${BATCH}
  )`

/**
 * Free text and personal answers of inquiries that were created and last changed before `before`. The request body is only needed until
 * the inquiry is open; while it is there, the answers are too. While the decision or the account is awaited, `openAccount` may still
 * need them, but not if the check expired unfinished before `before`. A later read can bring back what reviewers wrote. The first condition is that of the
 * index `Inquiry_text_idx`. Locked rows are left to the next run, so a run never waits for a claim or a read.
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
        AND (${IS_GIVEN_UP}
          OR "expiresAt" < ${before} AND "reportedStatus" IS NULL
            AND coalesce("status", '') <> ALL(${FINISHED}::text[])
          OR "status" = ANY(${DECISIONS}::text[])
            AND ("grantedAt" IS NULL OR "accountOpenedAt" IS NOT NULL OR "accountRefusal" IS NOT NULL))
      ORDER BY "id" LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    )`
}
