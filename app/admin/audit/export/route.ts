/** The audit trail as a CSV file. */
import { getStaff } from '@/lib/auth'
import { exportAudit } from '@/lib/back-office/audit-list'
import { csvDownload } from '@/lib/back-office/csv'
import { isUnasked } from '@/lib/request-source'
import { can } from '@/lib/staff'

export async function GET(request: Request): Promise<Response> {
  if (isUnasked(request)) return new Response(null, { status: 403 })
  const staff = await getStaff()
  if (!staff) return new Response('Sign in first.', { status: 401 })
  if (!can(staff, 'audit.export'))
    return new Response('Your role doesn’t allow this.', { status: 403 })
  return csvDownload('audit-trail.csv', exportAudit(staff))
}
