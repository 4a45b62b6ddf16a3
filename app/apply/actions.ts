'use server'

import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { after } from 'next/server'
import { ensureApplicant, getApplicant } from '@/lib/applicant'
import { type ApplyState, parseApplicationForm } from '@/lib/application-form'
import { isWithin, networkOf } from '@/lib/http/limits'
import { applicantReturned } from '@/lib/inquiries/applicant-inquiry'
import { openInquiry } from '@/lib/inquiries/open-inquiry'
import { reconcileSoon } from '@/lib/inquiries/reconcile'
import { failure, log } from '@/lib/runtime/log'
import { metrics } from '@/lib/runtime/metrics'

/** Submits the application form: commits the intent, opens the inquiry, and redirects to its status page. */
export async function openInquiryAction(_: unknown, formData: unknown): Promise<ApplyState> {
  const { form, state } = parseApplicationForm(formData)
  const { applications } = metrics()
  if (!form) {
    applications.inc({ result: 'invalid' })
    return state
  }
  const applicant = await ensureApplicant()
  if (!applicant) {
    applications.inc({ result: 'no_cookie' })
    return { ...state, errors: { form: 'noCookies' } }
  }
  const network = networkOf(await headers())
  try {
    // Checks the network first, so that attempts from a blocked network don't count against the applicant.
    const isTaken =
      (await isWithin('open-address', network)) &&
      (await isWithin('open-applicant', applicant.hash))
    if (!isTaken) {
      applications.inc({ result: 'too_many' })
      return { ...state, errors: { form: 'tooMany' } }
    }
    await openInquiry(applicant, form)
  } catch (error) {
    log.error('application_not_taken', failure(error))
    applications.inc({ result: 'not_stored' })
    // If the inquiry was saved after all, submitting the form again doesn't create a second one.
    return { ...state, errors: { form: 'notSaved' } }
  }
  applications.inc({ result: 'taken' })
  redirect('/apply/verify')
}

/** The customer is back from the hosted flow. Anyone can claim that, so this only makes a read due. The reconciler runs after the response. */
export async function flowReturnedAction(): Promise<void> {
  const applicant = await getApplicant()
  const network = networkOf(await headers())
  if (applicant && (await applicantReturned(applicant, network))) reconcileSoon(after)
}
