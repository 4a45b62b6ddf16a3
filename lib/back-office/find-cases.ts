import 'server-only'
import { z } from 'zod'
import { shortReference } from '../short-reference'
import { demand, type Staff } from '../staff'
import { findInquiry } from './find-inquiry'
import { listInquiries } from './inquiry-list'
import type { FoundCase } from './views'

/** As many as fit on a screen. To narrow down more than that, staff keep typing. */
const MOST = 8

/** @param search a short reference, the beginning of a referenceId, or an inquiryId */
export async function findCases(staff: Staff, search: string): Promise<FoundCase[]> {
  demand(staff, 'inquiries.list')
  const id = z.guid().safeParse(search).success ? await findInquiry(staff, search) : search
  if (id === null) return []
  const { items } = await listInquiries(staff, { search: id }, MOST)
  return items.map(({ id, referenceId, openState, status }) => ({
    id,
    reference: shortReference(referenceId),
    openState,
    status,
  }))
}
