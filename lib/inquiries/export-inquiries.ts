/** The staff's list as CSV, page after page: nothing about a person, and no more than a page in memory. */
import 'server-only'
import { audit } from '../audit'
import type { Staff } from '../staff'
import { toCsvLine } from './csv'
import { type InquiryFilter, listInquiries } from './inquiry-list'
import type { InquiryListItem } from './views'

/** The note is left out: a customer may have written anything in it. */
const COLUMNS = [
  'referenceId',
  'product',
  'openState',
  'status',
  'reportedStatus',
  'reversed',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof InquiryListItem)[]

/** An export beyond this is a report, which a database is better asked for. */
const MAX_ROWS = 10_000

/** Lines of CSV, the header first. The export is audited before its first line. */
export async function* exportInquiries(
  staff: Staff,
  filter: Omit<InquiryFilter, 'after'>,
): AsyncGenerator<string> {
  await audit({ actor: staff.id, action: 'list.exported', outcome: 'allowed' })
  yield toCsvLine(COLUMNS)
  let after: string | undefined
  let rows = 0
  do {
    const page = await listInquiries(staff, { ...filter, after })
    for (const item of page.items) yield toCsvLine(COLUMNS.map((column) => item[column]))
    rows += page.items.length
    after = page.nextCursor ?? undefined
  } while (after !== undefined && rows < MAX_ROWS)
}
