/**
 * Returns the status of the applicant's own inquiry. No request can name another one. 401: the app doesn't know who is asking; 404:
 * this customer hasn't applied.
 */
import { getApplicant } from '@/lib/applicant'
import { getApplicantInquiry } from '@/lib/inquiries/applicant-inquiry'
import { failure, log } from '@/lib/runtime/log'
import { metrics } from '@/lib/runtime/metrics'

const headers = { 'cache-control': 'no-store' }

export async function GET(): Promise<Response> {
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
