/** The customer whose pages this browser shows, for the live view. */
import 'server-only'
import { getApplicant } from '../applicant'
import { ownCase } from './prepare'
import { shortInquiryId } from './wire'

/** The end of their inquiryId, as on the wire. Null if they have none. */
export async function getShownCustomer(): Promise<string | null> {
  const applicant = await getApplicant()
  const own = applicant && (await ownCase(applicant))
  return own?.inquiryId ? shortInquiryId(own.inquiryId) : null
}
