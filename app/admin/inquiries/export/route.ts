/** The filtered list as a CSV file, without personal data. */
import type { NextRequest } from 'next/server'
import { getTranslations } from 'next-intl/server'
import { parseInquiryQuery } from '@/components/admin/inquiries/inquiry-query'
import { getStaff } from '@/lib/auth'
import { exportInquiries } from '@/lib/back-office/export-inquiries'
import { isUnasked } from '@/lib/cross-site'
import { can } from '@/lib/staff'
import { textDownload } from '@/lib/text-download'

export async function GET(request: NextRequest): Promise<Response> {
  if (isUnasked(request)) return new Response(null, { status: 403 })
  const staff = await getStaff()
  const t = await getTranslations('StaffLists')
  if (!staff) return new Response(t('signInFirst'), { status: 401 })
  if (!can(staff, 'inquiries.export')) return new Response(t('notAllowed'), { status: 403 })
  const query = parseInquiryQuery(Object.fromEntries(request.nextUrl.searchParams))
  return textDownload('inquiries.csv', 'text/csv', exportInquiries(staff, query))
}
