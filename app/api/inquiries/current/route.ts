/**
 * Returns the status of the applicant's own inquiry. No request can name another one. 401: the app doesn't know who is asking; 404:
 * this customer hasn't applied. Each waiting page polls it, so `proxy.ts` doesn't match it, and its own check of the Host stands here.
 */
import { getApplicant } from '@/lib/applicant'
import { FOREIGN_HOST, isServedHost } from '@/lib/http/request-source'
import { getApplicantInquiry } from '@/lib/inquiries/applicant-inquiry'
import { failure, log } from '@/lib/runtime/log'
import { metrics } from '@/lib/runtime/metrics'

const headers = { 'cache-control': 'no-store' }

export async function GET(request: Request): Promise<Response> {
  if (!isServedHost(request.headers.get('host')))
    return new Response(FOREIGN_HOST.reason, { status: FOREIGN_HOST.status })
  const { result, status, body } = await viewStatus()
  metrics().statusViews.inc({ result })
  return Response.json(body ?? { error: result }, { status, headers })
}

async function viewStatus() {
  try {
    const applicant = await getApplicant()
    if (!applicant) return { result: 'signed_out', status: 401 }
    const inquiry = await getApplicantInquiry(applicant)
    if (!inquiry) return { result: 'no_inquiry', status: 404 }
    return { result: 'ok', status: 200, body: inquiry }
  } catch (error) {
    log.error('status_not_read', failure(error))
    return { result: 'unavailable', status: 503 }
  }
}
