'use server'
/** Continuing on another device: the applicant's browser calls the first three actions, the other device the rest. */

import { headers } from 'next/headers'
import { after } from 'next/server'
import { z } from 'zod'
import { type Applicant, getApplicant } from '@/lib/applicant'
import { env } from '@/lib/env'
import { getHandoffDevice, setHandoffDevice } from '@/lib/handoff-device'
import { applicantReturned } from '@/lib/inquiries/applicant-inquiry'
import {
  applicantOfDevice,
  claimHandoff,
  confirmHandoff,
  DEVICE_COOKIE_MS,
  endHandoff,
  offerHandoff,
} from '@/lib/inquiries/handoff'
import { reconcileSoon } from '@/lib/inquiries/reconcile'
import type { HandoffClaim, HandoffConfirmation, HandoffOffer } from '@/lib/inquiries/views'
import { mayClaimHandoff, mayOfferHandoff, networkOf } from '@/lib/limits'
import { errorName, log } from '@/lib/log'
import { qrCode } from '@/lib/qr-code'

const network = async () => networkOf((await headers()).get('x-forwarded-for'))

export async function offerHandoffAction(): Promise<HandoffOffer> {
  try {
    const applicant = await getApplicant()
    if (!applicant) return { error: 'failed' }
    if (!(await mayOfferHandoff(applicant))) return { error: 'tooMany' }
    const offer = await offerHandoff(applicant)
    if (!offer) return { error: 'failed' }
    if (offer.tookOver) await makeReadDue(applicant)
    // In the fragment, which browsers never send to a server.
    const url = `${env().NEXTAUTH_URL}/apply/continue#${offer.token}`
    return { url, qr: qrCode(url) }
  } catch (error) {
    log.error('handoff_not_offered', { error: errorName(error) })
    return { error: 'failed' }
  }
}

export async function confirmHandoffAction(code: unknown): Promise<HandoffConfirmation> {
  const applicant = await getApplicant()
  const parsed = z.string().safeParse(code)
  if (!applicant || !parsed.success) return 'ended'
  return confirmHandoff(applicant, parsed.data)
}

export async function endHandoffAction(): Promise<void> {
  const applicant = await getApplicant()
  if (applicant && (await endHandoff(applicant))) await makeReadDue(applicant)
}

/** Called on a click, never on page load, so link previews and scanners don't use the link up. */
export async function claimHandoffAction(token: unknown): Promise<HandoffClaim> {
  try {
    if (!(await mayClaimHandoff(await network()))) return 'tooMany'
    const parsed = z.string().safeParse(token)
    const device = parsed.success ? await claimHandoff(parsed.data) : null
    if (device === null) return 'ended'
    await setHandoffDevice(device, DEVICE_COOKIE_MS)
    return 'claimed'
  } catch (error) {
    log.error('handoff_not_claimed', { error: errorName(error) })
    return 'failed'
  }
}

/** The other device came back from the hosted flow. This only makes a read due. */
export async function deviceReturnedAction(): Promise<void> {
  const device = await getHandoffDevice()
  const applicant = device && (await applicantOfDevice(device))
  if (applicant) await makeReadDue(applicant)
}

async function makeReadDue(applicant: Applicant): Promise<void> {
  const inquiry = await applicantReturned(applicant, await network())
  if (inquiry) reconcileSoon(inquiry, after)
}
