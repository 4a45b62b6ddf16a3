'use server'

import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { after } from 'next/server'
import { ensureApplicant, getApplicant } from '@/lib/applicant'
import { applicantReturned } from '@/lib/inquiries/applicant-inquiry'
import {
  type ApplyState,
  notTaken,
  parseApplicationForm,
  tooManyApplications,
} from '@/lib/inquiries/application-form'
import { openInquiry } from '@/lib/inquiries/open-inquiry'
import { reconcileSoon } from '@/lib/inquiries/reconcile'
import { mayOpenInquiry, networkOf } from '@/lib/limits'
import { errorName, log } from '@/lib/log'

/** Sends the application form: commits the intent, opens the inquiry, and leads to the page that follows it. */
export async function openInquiryAction(_: unknown, formData: unknown): Promise<ApplyState> {
  const form = parseApplicationForm(formData)
  if (!form.ok) return form.state
  const applicant = await ensureApplicant()
  const network = networkOf((await headers()).get('x-forwarded-for'))
  try {
    if (!(await mayOpenInquiry(applicant, network))) return tooManyApplications(form.values)
    await openInquiry(applicant, form.values)
  } catch (error) {
    log.error('application_not_taken', { error: errorName(error) })
    return notTaken(form.values)
  }
  redirect('/apply/verify')
}

/** The customer came back from the hosted flow. It decides nothing: only the read-back does. */
export async function flowReturnedAction(): Promise<void> {
  const applicant = await getApplicant()
  const network = networkOf((await headers()).get('x-forwarded-for'))
  const inquiry = applicant && (await applicantReturned(applicant, network))
  if (inquiry) reconcileSoon(inquiry, after)
}
