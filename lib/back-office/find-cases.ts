import 'server-only'
import { z } from 'zod'
import { shortReference } from '../short-reference'
import { demand, type Staff } from '../staff'
import { findInquiry } from './find-inquiry'
import { listInquiries } from './inquiry-list'
import type { FoundCase, InquiryListItem } from './views'
import { getWorkQueue } from './work-queue'

/** As many as fit on a screen. To narrow down more than that, staff keep typing. */
const MOST = 8
/** Few enough that the pages stay in sight. */
const SUGGESTED = 3

/** Before anything is typed, the cases that have waited longest for a decision. */
export async function suggestCases(staff: Staff): Promise<FoundCase[]> {
  const { oldest } = await getWorkQueue(staff)
  return oldest.slice(0, SUGGESTED).map(toFoundCase)
}

/** @param search a short reference, the beginning of a referenceId, or an inquiryId */
export async function findCases(staff: Staff, search: string): Promise<FoundCase[]> {
  demand(staff, 'inquiries.list')
  const id = z.guid().safeParse(search).success ? await findInquiry(staff, search) : search
  if (id === null) return []
  const { items } = await listInquiries(staff, { search: id }, MOST)
  return items.map(toFoundCase)
}

const toFoundCase = ({
  id,
  referenceId,
  openState,
  status,
  waitingSince,
}: InquiryListItem): FoundCase => ({
  id,
  reference: shortReference(referenceId),
  openState,
  status,
  waitingSince,
})
