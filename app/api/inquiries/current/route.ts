/** Returns the status of the applicant's inquiry. The cookie selects it, and no request can name another one. */
import { getApplicant } from '@/lib/applicant'
import { getApplicantInquiry } from '@/lib/inquiries/applicant-inquiry'
import { errorName, log } from '@/lib/runtime/log'

const headers = { 'cache-control': 'no-store' }

export async function GET(): Promise<Response> {
  try {
    const applicant = await getApplicant()
    const inquiry = applicant && (await getApplicantInquiry(applicant))
    if (!inquiry) return Response.json({ error: 'no_inquiry' }, { status: 404, headers })
    return Response.json(inquiry, { headers })
  } catch (error) {
    log.error('status_not_read', { error: errorName(error) })
    return Response.json({ error: 'unavailable' }, { status: 503, headers })
  }
}
