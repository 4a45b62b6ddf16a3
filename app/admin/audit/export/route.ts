/** The audit trail as a CSV file. */

import { exportAudit } from '@/lib/back-office/audit-list'
import { csvDownload } from '@/lib/back-office/csv'
import { isUnasked } from '@/lib/http/request-source'
import { can } from '@/lib/roles'
import { getStaffSession } from '@/lib/staff/auth'

export async function GET(request: Request): Promise<Response> {
  if (isUnasked(request)) return new Response(null, { status: 403 })
  const session = await getStaffSession()
  if (!session) return new Response('Sign in first.', { status: 401 })
  if (!can(session.staff, 'audit.export'))
    return new Response('Your role doesn’t allow this.', { status: 403 })
  return csvDownload('audit-trail.csv', exportAudit(session.staff), async () => {
    const staff = await session.findAgain()
    return staff !== null && can(staff, 'audit.export')
  })
}
