'use server'

import { redirect } from 'next/navigation'
import { idIn, parseInquiryQuery, toListPath } from '@/components/admin/inquiries/inquiry-query'
import { requireStaff } from '@/lib/auth'
import { findInquiry } from '@/lib/back-office/find-inquiry'
import { formFields } from '@/lib/form-fields'

/**
 * Leads to the list with this filter, or to the one inquiry of this id. An inquiryId starts the hosted flow (F2): as a
 * field of a form that is posted it gets into no address, and so into no proxy's log.
 */
export async function searchInquiriesAction(formData: unknown): Promise<void> {
  const staff = await requireStaff('inquiries.list')
  const query = parseInquiryQuery(formFields(formData))
  const id = idIn(query.search)
  if (!id) redirect(toListPath(query))
  const found = await findInquiry(staff, id)
  if (found) redirect(`/admin/inquiries/${found}`)
  redirect(toListPath({ ...query, search: undefined, unknownId: true }))
}
