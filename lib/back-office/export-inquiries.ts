/** The filtered list as CSV, without personal data. Only one page is in memory at a time. */
import 'server-only'
import { audit } from '../audit'
import { demand, type Staff } from '../staff'
import { toCsvLine } from './csv'
import { type InquiryFilter, listInquiries } from './inquiry-list'
import type { InquiryListItem } from './views'

/** Excludes the note, because customers can write anything in it. */
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

const ROWS_PER_QUERY = 1_000

/** Yields the header, then pages of lines. Audited before the first line. */
export async function* exportInquiries(
  staff: Staff,
  filter: Omit<InquiryFilter, 'after'>,
): AsyncGenerator<string> {
  demand(staff, 'inquiries.export')
  await audit({ actor: staff.id, action: 'list.exported', outcome: 'allowed' })
  yield toCsvLine(COLUMNS)
  let after: string | undefined
  do {
    const page = await listInquiries(staff, { ...filter, after }, ROWS_PER_QUERY)
    yield page.items.map((item) => toCsvLine(COLUMNS.map((column) => item[column]))).join('')
    after = page.nextCursor ?? undefined
  } while (after !== undefined)
}
