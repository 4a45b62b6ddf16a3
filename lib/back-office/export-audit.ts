/** The whole audit trail, oldest first, as CSV or as one JSON object per line. Only one page is in memory at a time. */
import 'server-only'
import { audit } from '../audit'
import { db } from '../db'
import { demand, type Staff } from '../staff'
import { toCsvLine } from './csv'
import type { ExportedAuditEntry } from './views'

export const AUDIT_FORMATS = ['csv', 'jsonl'] as const
export type AuditFormat = (typeof AUDIT_FORMATS)[number]

const COLUMNS = [
  'seq',
  'id',
  'at',
  'actor',
  'action',
  'subject',
  'inquiry',
  'outcome',
  'correlationId',
  'hash',
] as const satisfies readonly (keyof ExportedAuditEntry)[]

const ROWS_PER_QUERY = 1_000

/** Yields pages of lines, after the header if there is one. The export is audited first, so it contains its own entry. */
export async function* exportAudit(staff: Staff, format: AuditFormat): AsyncGenerator<string> {
  demand(staff, 'audit.export')
  await audit({ actor: staff.id, action: 'audit.exported', outcome: format })
  const toLine =
    format === 'csv'
      ? (entry: ExportedAuditEntry) => toCsvLine(COLUMNS.map((column) => entry[column]))
      : (entry: ExportedAuditEntry) => `${JSON.stringify(entry)}\n`
  if (format === 'csv') yield toCsvLine(COLUMNS)
  let after: string | undefined
  do {
    const page = await readPage(after)
    yield page.map(toLine).join('')
    after = page.length === ROWS_PER_QUERY ? page.at(-1)?.id : undefined
  } while (after !== undefined)
}

async function readPage(after: string | undefined): Promise<ExportedAuditEntry[]> {
  const rows = await db().auditEntry.findMany({
    where: after === undefined ? {} : { id: { gt: after } },
    orderBy: { id: 'asc' },
    take: ROWS_PER_QUERY,
  })
  return rows.map(({ seq, at, inquiryRow, ...row }) => ({
    seq: seq === null ? null : String(seq),
    id: row.id,
    at: at.toISOString(),
    actor: row.actor,
    action: row.action,
    subject: row.subject,
    inquiry: inquiryRow,
    outcome: row.outcome,
    correlationId: row.correlationId,
    hash: row.hash,
  }))
}
