/** Prepares a scene, and acts for people outside the app. Inquiries are opened as for any customer. */
import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Applicant } from '../applicant'
import { simplestForm } from '../application-form'
import { getStaff } from '../auth'
import { db } from '../db'
import { openInquiry } from '../inquiries/open-inquiry'
import { reconcileOne } from '../inquiries/reconcile'
import { errorName, log } from '../log'
import type { Act, Preparation } from './chapters'
import { ControlError, callControl, callForTenant, forget } from './control'
import { checkOldPictures, type OldPictures } from './old-pictures'

const OUTAGE_MS = 60_000
/** The call budget refills once a second. */
const OPENS_WITHIN_MS = 8_000
const LOOK_AGAIN_MS = 200
const LATE_MS = 10 * 60_000
const FIVE_MINUTES_S = 5 * 60 + 1
const REVIEW_REASON =
  'The selfie and the photo on the document could not be matched with confidence.'

type Customer = { id: string; inquiryId: string }

/** @param applicant a visitor who hasn't applied yet */
export async function prepareScene(preparation: Preparation, applicant: Applicant): Promise<void> {
  await forget('faults')
  await forget('outcomes')
  // An earlier scene may have moved the service's clock ahead.
  await callForTenant('POST', 'clock/set', { at: new Date().toISOString() })
  await callForTenant('POST', 'clock/resume')
  switch (preparation) {
    case 'customer-who-will-be-approved':
      return plan('APPROVED')
    case 'customer-with-an-open-check':
      await open(applicant)
      return
    case 'customer-in-review':
      return submit(await open(applicant), 'NEEDS_REVIEW')
    case 'approved-customer':
      return submit(await open(applicant), 'APPROVED')
    case 'customer-whose-event-gets-lost': {
      await plan('APPROVED')
      const { inquiryId } = await open(applicant)
      return fault({ target: 'webhook', kind: 'drop', match: { inquiryId } })
    }
    case 'service-down':
      await fault({ target: 'api', kind: 'server-error', count: 10_000 })
      setTimeout(() => void restoreService(), OUTAGE_MS).unref()
      return
    case 'late-and-repeated-events': {
      const customer = await open(applicant)
      const match = { inquiryId: customer.inquiryId }
      const late = { ...match, eventType: 'inquiry.review_in_progress' }
      const twice = { ...match, eventType: 'inquiry.approved' }
      await fault({ target: 'webhook', kind: 'delay', delayMs: LATE_MS, match: late })
      await fault({ target: 'webhook', kind: 'duplicate', match: twice })
      return submit(customer, 'NEEDS_REVIEW')
    }
  }
}

/** @returns what to show the presenter, or null */
export async function runAct(act: Act, applicant: Applicant): Promise<OldPictures | null> {
  if (act === 'restore-service') {
    await forget('faults')
    return null
  }
  const customer = await customerOf(applicant)
  switch (act) {
    case 'finish-check':
      await submit(customer, 'APPROVED')
      return null
    case 'approve':
      await decide(customer, 'APPROVED', 'The pictures match.')
      return null
    case 'release-late-event':
      await callForTenant('POST', 'clock/advance', { seconds: LATE_MS / 1_000 })
      return null
    case 'reverse':
      await decide(customer, 'DECLINED', 'The document was reported as stolen.')
      return null
    case 'expire':
      await callControl('POST', `inquiries/${customer.inquiryId}/expire`, {})
      await readSoon(customer)
      return null
    case 'pass-five-minutes':
      return checkOldPictures(await getStaff(), customer.id, () =>
        callForTenant('POST', 'clock/advance', { seconds: FIVE_MINUTES_S }),
      )
  }
}

/** Both ids of the visitor's inquiry; null before they apply. */
export const ownCase = ({ hash }: Applicant) => newestOf(hash)

const newestOf = (applicantHash: string) =>
  db().inquiry.findFirst({
    where: { applicantHash },
    orderBy: { id: 'desc' },
    select: { id: true, inquiryId: true },
  })

async function customerOf({ hash }: Applicant): Promise<Customer> {
  const newest = await newestOf(hash)
  if (!newest?.inquiryId) throw new ControlError('This browser has no open inquiry')
  return { id: newest.id, inquiryId: newest.inquiryId }
}

/** Waits for a call in the budget if other scenes have just used it up. */
async function open(applicant: Applicant): Promise<Customer> {
  await openInquiry(applicant, simplestForm())
  const endsAt = Date.now() + OPENS_WITHIN_MS
  while (Date.now() < endsAt) {
    const newest = await newestOf(applicant.hash)
    if (newest?.inquiryId) break
    await sleep(LOOK_AGAIN_MS)
  }
  return customerOf(applicant)
}

async function submit({ id, inquiryId }: Customer, outcome: string): Promise<void> {
  await callControl('POST', `inquiries/${inquiryId}/complete`, {
    outcome,
    documentType: 'passport',
    reviewReasons: [REVIEW_REASON],
  })
  await settle(id)
}

async function decide({ id, inquiryId }: Customer, status: string, note: string): Promise<void> {
  await callControl('POST', `inquiries/${inquiryId}/decide`, { status, note })
  await settle(id)
}

/** Waits for the deliveries and does the read that they made due, so the next screen matches the script. */
async function settle(id: string): Promise<void> {
  await callForTenant('POST', 'deliveries/flush')
  await reconcileOne(id)
}

/** As if the customer had come back. Nothing else would make a read due soon. */
async function readSoon({ id }: Customer): Promise<void> {
  const data = { nextReadAt: new Date(), urgent: true, readAttempts: 0 }
  await db().inquiry.update({ where: { id }, data, select: { id: true } })
  await reconcileOne(id)
}

const plan = async (outcome: string): Promise<void> => {
  await callForTenant('POST', 'outcomes', { outcome })
}

const fault = async (order: object): Promise<void> => {
  await callForTenant('POST', 'faults', order)
}

async function restoreService(): Promise<void> {
  await forget('faults').catch((error) =>
    log.warn('demo_service_not_restored', { error: errorName(error) }),
  )
}
