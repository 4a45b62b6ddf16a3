/** The audit trail, as a list for the screen and as a CSV file. */
import 'server-only'
import { z } from 'zod'
import { db } from '../database/db'
import { audit } from '../privacy/audit'
import { demand, type Staff } from '../roles'
import { toCsvLine } from './csv'
import { PAGE_SIZE, toPage } from './page'
import { staffNames } from './staff-list'

export interface AuditFilter {
  /** The last id of the previous page. */
  after?: string
  action?: string
  /** A user's id, `system` or `nobody`. */
  actor?: string
}

export async function listAuditEntries({ after, action, actor }: AuditFilter) {
  // PostgreSQL rejects a comparison with a NUL.
  if (`${action}${actor}`.includes('\0')) return { items: [], nextCursor: null }
  // Ignores an invalid cursor, because anyone can edit the URL that it comes from.
  const cursor = z.guid().safeParse(after)
  const rows = await db().auditEntry.findMany({
    where: { id: cursor.success ? { lt: cursor.data } : undefined, action, actor },
    orderBy: { id: 'desc' },
    take: PAGE_SIZE + 1,
  })
  const [names, inquiries] = await Promise.all([
    staffNames(rows.flatMap(({ actor, subject }) => [actor, subject])),
    db().inquiry.findMany({
      where: { id: { in: rows.flatMap(({ inquiryId }) => inquiryId ?? []) } },
      select: { id: true, referenceId: true },
    }),
  ])
  const references = new Map(inquiries.map(({ id, referenceId }) => [id, referenceId]))
  const items = rows.map((row) => ({
    id: row.id,
    at: row.at,
    actor: names.get(row.actor) ?? row.actor,
    action: row.action,
    // The user to whom it was done; null if that is the actor.
    subject: row.subject === row.actor ? null : (names.get(row.subject ?? '') ?? row.subject),
    outcome: row.outcome,
    inquiry: row.inquiryId,
    /** Null if the inquiry was erased. */
    reference: references.get(row.inquiryId ?? '') ?? null,
  }))
  return toPage(items, (item) => item.id)
}

export type AuditListItem = Awaited<ReturnType<typeof listAuditEntries>>['items'][number]

const COLUMNS = ['id', 'at', 'actor', 'action', 'subject', 'inquiry', 'outcome'] as const
const ROWS_PER_QUERY = 1_000

/**
 * Yields the header, then the whole trail as pages of CSV lines, oldest first. Only one page is in memory at a time. The export is
 * audited first, so it contains its own entry.
 */
export async function* exportAudit(staff: Staff): AsyncGenerator<string> {
  demand(staff, 'audit.export')
  await audit({ actor: staff.id, action: 'audit.exported', outcome: 'allowed' })
  yield toCsvLine(COLUMNS)
  let after: string | undefined
  do {
    const rows = await db().auditEntry.findMany({
      where: { id: { gt: after } },
      orderBy: { id: 'asc' },
      take: ROWS_PER_QUERY,
    })
    yield rows
      .map(({ inquiryId: inquiry, ...row }) =>
        toCsvLine(COLUMNS.map((column) => ({ ...row, inquiry })[column])),
      )
      .join('')
    after = rows.length === ROWS_PER_QUERY ? rows.at(-1)?.id : undefined
  } while (after !== undefined)
}
