/** Everything we store about an inquiry's applicant, as a file to send them. Audited. */
import { z } from 'zod'
import { exportApplicant } from '@/lib/applicant-data'
import { getStaff } from '@/lib/auth'
import { isUnasked } from '@/lib/cross-site'
import { errorName, log } from '@/lib/log'
import { can } from '@/lib/staff'

const headers = { 'cache-control': 'no-store' }
const refuse = (error: string, status: number) => Response.json({ error }, { status, headers })

export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  if (isUnasked(request)) return refuse('forbidden', 403)
  try {
    const staff = await getStaff()
    if (!staff) return refuse('signed_out', 401)
    if (!can(staff, 'applicants.export')) return refuse('forbidden', 403)
    const id = z.guid().safeParse((await params).id)
    const stored = id.success && (await exportApplicant({ inquiry: id.data, actor: staff.id }))
    if (!stored) return refuse('not_found', 404)
    return new Response(`${JSON.stringify(stored, null, 2)}\n`, {
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-disposition': 'attachment; filename="applicant.json"',
      },
    })
  } catch (error) {
    log.error('applicant_not_exported', { error: errorName(error) })
    return refuse('unavailable', 503)
  }
}
