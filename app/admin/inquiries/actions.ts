'use server'

import { redirect } from 'next/navigation'
import { idIn, parseInquiryQuery, toListPath } from '@/components/admin/inquiries/inquiry-query'
import { requireStaff } from '@/lib/auth'
import { findInquiry } from '@/lib/back-office/find-inquiry'
import { formFields } from '@/lib/form-fields'
import { can } from '@/lib/staff'

/**
 * Redirects to the filtered list, or straight to the inquiry if the search was for its id and the role may open it. The
 * form is posted because an inquiryId starts the hosted flow (F2) and must not end up in a URL, where proxies would log it.
 */
export async function searchInquiriesAction(formData: unknown): Promise<void> {
  const staff = await requireStaff('inquiries.list')
  const query = parseInquiryQuery(formFields(formData))
  const id = idIn(query.search)
  if (!id) redirect(toListPath(query))
  const found = await findInquiry(staff, id)
  if (found && can(staff, 'inquiries.view')) redirect(`/admin/inquiries/${found}`)
  if (found) redirect(toListPath({ ...query, search: found }))
  redirect(toListPath({ ...query, search: undefined, unknownId: true }))
}
