/**
 * Returns the status of the applicant's own inquiry. No request can name another one. 401: the app doesn't know who is asking; 404:
 * this customer hasn't applied. Each waiting page polls it, so `proxy.ts` doesn't match it, and its own check of the Host stands here.
 */
import { getApplicant } from '@/lib/applicant'
import { FOREIGN_HOST, isServedHost } from '@/lib/http/request-source'
import { getApplicantInquiry } from '@/lib/inquiries/applicant-inquiry'
import { failure, log } from '@/lib/runtime/log'

const headers = { 'cache-control': 'no-store' }

export async function GET(request: Request): Promise<Response> {
  if (!isServedHost(request.headers.get('host')))
    return new Response(FOREIGN_HOST.reason, { status: FOREIGN_HOST.status })
  try {
    const applicant = await getApplicant()
    if (!applicant) return Response.json({ error: 'signed_out' }, { status: 401, headers })
    const inquiry = await getApplicantInquiry(applicant)
    if (!inquiry) return Response.json({ error: 'no_inquiry' }, { status: 404, headers })
    return Response.json(inquiry, { headers })
  } catch (error) {
    log.error('status_not_read', failure(error))
    return Response.json({ error: 'unavailable' }, { status: 503, headers })
  }
}
