/**
 * Opens an inquiry: intent before call. The row with its referenceId, Idempotency-Key and exact body is committed
 * first, so a crash or a lost response at any point is recovered by sending the same request again (O7, N2).
 */
import 'server-only'
import { randomUUID } from 'node:crypto'
import { productName, SITE } from '../../site'
import type { Applicant } from '../applicant'
import { type ApplicationForm, toStoredForm } from '../application-form'
import { databaseTime, db } from '../database/db'
import { type Inquiry, Prisma } from '../prisma-client/client'
import { env } from '../runtime/env'
import { log } from '../runtime/log'
import type { VerificationClient } from '../verification/client'
import { ConflictError, RejectedError, VerificationError } from '../verification/errors'
import { noteSchema, openRequestSchema } from '../verification/schemas'
import { SENT_AGAIN_MS } from '../verification/times'
import { findActiveAttempt, stageOf } from './attempts'
import { waitAgain } from './inbox'
import { type Claim, releaseBound, releaseFailed, scheduleOpen, triesOf } from './queue'
import { delayMs, LONGEST_AWAITED_DELAY_MS } from './rules'
import { KEPT_BACK, pauseAfter, returnCall, takeCall } from './service-gate'
import { mayTryAgain } from './stages'
import { verificationService } from './verification-service'

/** The customer is only just entering the hosted flow, so there is nothing to read yet. */
const FIRST_READ_AFTER_MS = 1_000
/**
 * If the service answers 409 to every reuse of a key (N2), we never learn its first response. By then, the first request was sent at
 * least four minutes ago.
 */
const CONFLICT_GIVE_UP_TRIES = 8
/**
 * The service may keep a failure under a key (N2), so after this many equal 5xx answers in a row the request gets a new key. A second
 * inquiry costs nothing: the first one that is bound wins.
 */
const FAILURES_UNDER_A_KEY = 3
/** Enough for any coincidence of random references. */
const REFERENCES_TRIED = 3

/**
 * One active attempt per applicant: a double click, a second tab and two servers at once all end in the same row. The
 * applicant's screen follows that row, so there is nothing to return. If the budget has no call left, the reconciler sends
 * the request as soon as it has one.
 */
export async function openInquiry(applicant: Applicant, form: ApplicationForm): Promise<void> {
  const existing = await findActiveAttempt(applicant)
  if (existing && !mayTryAgain(stageOf(existing, await databaseTime()))) return
  const { isGranted, at } = await takeCall(KEPT_BACK)
  const when = { at, isSentNow: isGranted }
  const inquiry = await commitRequest(applicant, form, when, existing?.id)
  if (!isGranted) return
  if (inquiry) await sendOpen({ ...inquiry, claimedAt: at }, verificationService())
  else await returnCall()
}

/** Crockford's base 32 leaves out I, L, O and U, which are misread as other characters or words. */
const REFERENCE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Such as AB-7K3M9QX2TA: the one name of a case, for the customer, staff, mail and the service (O4). */
function newReferenceId(): string {
  const characters = Array.from(
    crypto.getRandomValues(new Uint8Array(10)),
    (byte) => REFERENCE_ALPHABET[byte % REFERENCE_ALPHABET.length],
  )
  return `${SITE.referencePrefix}-${characters.join('')}`
}

const DAY_MS = 24 * 3_600_000

/**
 * @param previous the attempt that this one takes the place of
 * @returns null if another request by the applicant came first
 */
async function commitRequest(
  applicant: Applicant,
  form: ApplicationForm,
  when: Parameters<typeof scheduleOpen>[0],
  previous?: string,
): Promise<Inquiry | null> {
  for (let tried = 1; ; tried++) {
    const referenceId = newReferenceId()
    const request = openRequestSchema.parse({
      inquiryTemplateId: env().VERIFICATION_TEMPLATE_ID,
      templateRevisionId: env().VERIFICATION_TEMPLATE_REVISION_ID,
      referenceId,
      // For colleagues in the service's portal (R10). What the customer wrote stays here.
      note: noteSchema.safeParse(productName(form.product)).data,
      expiresAt: new Date(when.at.getTime() + SITE.daysToVerify * DAY_MS).toISOString(),
    })
    try {
      return await db().$transaction(async (tx) => {
        if (previous)
          await tx.inquiry.update({ where: { id: previous }, data: { activeApplicantHash: null } })
        return tx.inquiry.create({
          data: {
            referenceId,
            applicantHash: applicant.hash,
            activeApplicantHash: applicant.hash,
            ...toStoredForm(form),
            openKey: randomUUID(),
            openBody: JSON.stringify(request),
            correlationId: randomUUID(),
            ...scheduleOpen(when),
          },
        })
      })
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      const where = { activeApplicantHash: applicant.hash }
      const active = await db().inquiry.findUnique({ where, select: { id: true } })
      if (active && active.id !== previous) return null
      // Another inquiry has this reference.
      if (tried === REFERENCES_TRIED) throw error
    }
  }
}

/** Sends the committed request, for the first time or again. Every outcome ends up in the row. */
export async function sendOpen(inquiry: Claim, service: VerificationClient): Promise<void> {
  if (wasSentBefore(inquiry) && ageMs(inquiry) > SENT_AGAIN_MS) {
    noteFailure(inquiry, 'IDEMPOTENCY_KEY_EXPIRED')
    await giveUp(inquiry, 'IDEMPOTENCY_KEY_EXPIRED')
    return
  }
  try {
    const { inquiryId } = await service.open({
      body: inquiry.openBody,
      idempotencyKey: inquiry.openKey,
      correlationId: inquiry.correlationId,
    })
    await bind(inquiry, inquiryId)
    log.info('inquiry_opened', { inquiry: inquiry.id, correlationId: inquiry.correlationId })
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error
    noteFailure(inquiry, error.reason, error.status)
    await pauseAfter(error)
    const lastError = error.code ?? error.reason
    if (isRefused(error, lastError, inquiry)) await giveUp(inquiry, lastError)
    else await sendLater(inquiry, lastError, error.status)
  }
}

function noteFailure({ id, correlationId }: Inquiry, error: string, status?: number): void {
  log.warn('open_failed', { inquiry: id, correlationId, error, status: status ?? null })
}

/** Permanent: the same request would get the same response. */
function isRefused(error: VerificationError, lastError: string, inquiry: Claim): boolean {
  // N2: an early conflict may only say that the first request is still running.
  if (error instanceof ConflictError && wasSentBefore(inquiry))
    return lastError === inquiry.lastError && triesOf(inquiry) >= CONFLICT_GIVE_UP_TRIES
  return error instanceof RejectedError || error instanceof ConflictError
}

const wasSentBefore = (inquiry: Claim): boolean => triesOf(inquiry) > 1

/** By the database's clock, which has set both times. */
const ageMs = ({ claimedAt, createdAt }: Claim): number => claimedAt.getTime() - createdAt.getTime()

const giveUp = (inquiry: Claim, lastError: string) =>
  releaseFailed(inquiry, null, { openState: 'OPEN_FAILED', lastError })

/** @param status of the answer; undefined if there was none, so that the inquiry may have been opened under this key */
async function sendLater(inquiry: Claim, lastError: string, status?: number): Promise<void> {
  const isFailure = status !== undefined && status >= 500
  const isRepeated = isFailure && lastError === inquiry.lastError
  const openFailures = isRepeated ? inquiry.openFailures + 1 : Number(isFailure)
  const needsNewKey = openFailures === FAILURES_UNDER_A_KEY
  const afterMs = delayMs(triesOf(inquiry), LONGEST_AWAITED_DELAY_MS)
  const key = needsNewKey ? { openFailures: 0, openKey: randomUUID() } : { openFailures }
  await releaseFailed(inquiry, afterMs, { lastError, ...key })
}

/**
 * Binds the service's serviceInquiryId to the inquiry that asked for it. The answer carries no version: the first bind wins, and an event
 * may have been first. If the service then names another id, it ignored the Idempotency-Key (N2): nobody uses the second inquiry,
 * and staff see its events set aside.
 */
async function bind(inquiry: Claim, serviceInquiryId: string): Promise<void> {
  const { id } = inquiry
  try {
    const opened = { serviceInquiryId, openState: 'OPEN', lastError: null } as const
    const isBound = await releaseBound(inquiry, FIRST_READ_AFTER_MS, opened)
    if (isBound) {
      await waitAgain(serviceInquiryId)
      return
    }
    const isSecond = { where: { id, serviceInquiryId: { not: serviceInquiryId } } }
    if ((await db().inquiry.count(isSecond)) > 0)
      log.warn('second_inquiry_ignored', { inquiry: id })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    // The service returned one inquiry for two requests, so its id proves nothing about this one.
    const taken = { openState: 'OPEN_FAILED', lastError: 'INQUIRY_TAKEN' } as const
    await releaseBound(inquiry, null, taken)
  }
}

const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
