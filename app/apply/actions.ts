'use server'

import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { after } from 'next/server'
import { ensureApplicant, getApplicant } from '@/lib/applicant'
import { type ApplyState, parseApplicationForm, refuseForm } from '@/lib/application-form'
import { applicantReturned } from '@/lib/inquiries/applicant-inquiry'
import { openInquiry } from '@/lib/inquiries/open-inquiry'
import { reconcileSoon } from '@/lib/inquiries/reconcile'
import { mayOpenInquiry, networkOf } from '@/lib/limits'
import { errorName, log } from '@/lib/log'

const TOO_MANY = 'Too many applications came from here. Wait an hour and try again.'
const NOT_SAVED =
  'We can’t save anything at the moment. What you entered is still here: try again in a minute.'

/** Sends the application form: commits the intent, opens the inquiry, and goes to the page that follows it. */
export async function openInquiryAction(_: unknown, formData: unknown): Promise<ApplyState> {
  const parsed = parseApplicationForm(formData)
  if (!parsed.ok) return parsed.state
  const applicant = await ensureApplicant()
  const network = networkOf((await headers()).get('x-forwarded-for'))
  try {
    if (!(await mayOpenInquiry(applicant, network))) return refuseForm(parsed.state, TOO_MANY)
    await openInquiry(applicant, parsed.form)
  } catch (error) {
    log.error('application_not_taken', { error: errorName(error) })
    // Sent again, it ends in one inquiry even if this one was saved.
    return refuseForm(parsed.state, NOT_SAVED)
  }
  redirect('/apply/verify')
}

/** The customer came back from the hosted flow. That decides nothing: it only makes a read due. */
export async function flowReturnedAction(): Promise<void> {
  const applicant = await getApplicant()
  const network = networkOf((await headers()).get('x-forwarded-for'))
  const inquiry = applicant && (await applicantReturned(applicant, network))
  if (inquiry) reconcileSoon(inquiry, after)
}
