/** Whether one inquiry has changed since its page was made, for SWR. */
import { z } from 'zod'
import { getStaff } from '@/lib/auth'
import { getInquiryVersion } from '@/lib/inquiries/inquiry-version'
import { errorName, log } from '@/lib/log'

const headers = { 'cache-control': 'no-store' }

export async function GET(
  _request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  try {
    const staff = await getStaff()
    if (!staff) return Response.json({ error: 'signed_out' }, { status: 401, headers })
    const id = z.guid().safeParse((await params).id)
    const version = id.success ? await getInquiryVersion(staff, id.data) : null
    if (!version) return Response.json({ error: 'not_found' }, { status: 404, headers })
    return Response.json({ version }, { headers })
  } catch (error) {
    log.error('version_not_read', { error: errorName(error) })
    return Response.json({ error: 'unavailable' }, { status: 503, headers })
  }
}
