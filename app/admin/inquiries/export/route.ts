/** The filtered list as a CSV file, without personal data. */
import type { NextRequest } from 'next/server'
import { csvDownload } from '@/lib/back-office/csv'
import { exportInquiries } from '@/lib/back-office/inquiry-list'
import { parseInquiryList } from '@/lib/back-office/list-url'
import { isUnasked } from '@/lib/http/request-source'
import { can, type Staff } from '@/lib/roles'
import { getStaffSession } from '@/lib/staff/auth'

export async function GET(request: NextRequest): Promise<Response> {
  if (isUnasked(request)) return new Response(null, { status: 403 })
  const session = await getStaffSession()
  if (!session) return new Response('Sign in first.', { status: 401 })
  const mayExport = (staff: Staff) => can(staff, 'inquiries.see')
  if (!mayExport(session.staff))
    return new Response('Your role doesn’t allow this.', { status: 403 })
  const { filter } = parseInquiryList(Object.fromEntries(request.nextUrl.searchParams))
  return csvDownload('inquiries.csv', exportInquiries(session.staff, filter), async () => {
    const staff = await session.findAgain()
    return staff !== null && mayExport(staff)
  })
}
