/** The audit trail as a file: `?format=csv` or `?format=jsonl`. */
import type { NextRequest } from 'next/server'
import { getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { getStaff } from '@/lib/auth'
import { AUDIT_FORMATS, exportAudit } from '@/lib/back-office/export-audit'
import { isUnasked } from '@/lib/cross-site'
import { can } from '@/lib/staff'
import { textDownload } from '@/lib/text-download'

const TYPES = { csv: 'text/csv', jsonl: 'application/jsonl' }

export async function GET(request: NextRequest): Promise<Response> {
  if (isUnasked(request)) return new Response(null, { status: 403 })
  const staff = await getStaff()
  const t = await getTranslations('StaffLists')
  if (!staff) return new Response(t('signInFirst'), { status: 401 })
  if (!can(staff, 'audit.export')) return new Response(t('notAllowed'), { status: 403 })
  const format = z
    .enum(AUDIT_FORMATS)
    .catch('csv')
    .parse(request.nextUrl.searchParams.get('format'))
  return textDownload(`audit-trail.${format}`, TYPES[format], exportAudit(staff, format))
}
