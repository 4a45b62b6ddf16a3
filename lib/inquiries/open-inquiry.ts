/**
 * Opens an inquiry. The app first commits a row with the referenceId, the Idempotency-Key and the exact body. After a crash or a
 * lost response, it sends the same request again (O7, N2).
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
import { returnToInbox } from './inbox'
import {
  type Claim,
  failedWith,
  releaseFailedOpen,
  releaseOpened,
  SUCCEEDED,
  scheduleOpen,
  triesOf,
} from './queue'
import { delayMs, LONGEST_AWAITED_DELAY_MS } from './rules'
import { pauseAfter, RESERVE, returnCall, takeCall } from './service-gate'
import { mayTryAgain } from './stages'
import { verificationService } from './verification-service'

/** The customer has only just started the hosted flow, so an earlier read would find nothing. */
const FIRST_READ_AFTER_MS = 1_000
/**
 * A service that answers 409 to every reuse of a key (N2) never repeats its first response, so the app gives up after this many
 * tries. The first request is then at least four minutes old, so it can't still be running.
 */
const CONFLICT_GIVE_UP_TRIES = 8
/**
 * The service may store a failure under a key and repeat it (N2), so the request gets a new key after this many equal 5xx answers.
 * If both keys open an inquiry, the app keeps the id that arrives first and never uses the other inquiry.
 */
const FAILURES_UNDER_A_KEY = 3
/** Two random references rarely collide, so a third collision is a bug. */
const REFERENCES_TRIED = 3

/**
 * Opens an attempt unless the applicant has an active one. A unique column makes a double click, a second tab and a second server
 * end in the same row. The applicant's screen follows that row, so this returns nothing. If the call budget is empty, the
 * reconciler sends the request later.
 */
export async function openInquiry(applicant: Applicant, form: ApplicationForm): Promise<void> {
  const existing = await findActiveAttempt(applicant)
  if (existing && !mayTryAgain(stageOf(existing, await databaseTime()))) return
  const { isGranted, at } = await takeCall(RESERVE)
  const when = { at, isSentNow: isGranted }
  const inquiry = await commitRequest(applicant, form, when, existing?.id)
  if (!isGranted) return
  if (inquiry) await sendOpen({ ...inquiry, claimedAt: at }, verificationService())
  else await returnCall()
}

/** Crockford's base 32 leaves out I, L, O and U, which are misread as other characters or words. */
const REFERENCE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Such as AB-7K3M9QX2TA. Customer, staff, mail and the service all name the inquiry by it (O4). */
function newReferenceId(): string {
  const characters = Array.from(
    crypto.getRandomValues(new Uint8Array(10)),
    (byte) => REFERENCE_ALPHABET[byte % REFERENCE_ALPHABET.length],
  )
  return `${SITE.referencePrefix}-${characters.join('')}`
}

const DAY_MS = 24 * 3_600_000

/**
 * @param previous the active attempt that the new one replaces
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
      // Colleagues read it in the service's portal (R10). The customer's own note isn't sent.
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
      // Otherwise the reference is taken, so try another one.
      if (tried === REFERENCES_TRIED) throw error
    }
  }
}

/** Sends the committed request, for the first time or again, and stores the outcome in the row. */
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
    // Only a refusal’s code tells staff more. The overview recognises other failures by their reason.
    const isRefusal = error instanceof RejectedError || error instanceof ConflictError
    const lastError = (isRefusal && error.code) || error.reason
    if (isRefused(error, lastError, inquiry)) await giveUp(inquiry, lastError)
    else await sendLater(inquiry, lastError, error.status)
  }
}

function noteFailure({ id, correlationId }: Inquiry, error: string, status?: number): void {
  log.warn('open_failed', { inquiry: id, correlationId, error, status: status ?? null })
}

/** Whether the same request would get the same response again, so that repeating it is useless. */
function isRefused(error: VerificationError, lastError: string, inquiry: Claim): boolean {
  // N2: an early conflict may only say that the first request is still running.
  if (error instanceof ConflictError && wasSentBefore(inquiry))
    return lastError === inquiry.lastError && triesOf(inquiry) >= CONFLICT_GIVE_UP_TRIES
  return error instanceof RejectedError || error instanceof ConflictError
}

const wasSentBefore = (inquiry: Claim): boolean => triesOf(inquiry) > 1

/** The database's clock set both times. */
const ageMs = ({ claimedAt, createdAt }: Claim): number => claimedAt.getTime() - createdAt.getTime()

/** The time is that of giving up, and not of the claim, so that nobody has acknowledged it before it happened. */
const lost = async (lastError: string) =>
  ({ openState: 'OPEN_FAILED', lastError, failingSince: await databaseTime() }) as const

const giveUp = async (inquiry: Claim, lastError: string) =>
  releaseFailedOpen(inquiry, null, await lost(lastError))

/** @param status the answer's HTTP status; undefined if no answer came. Then the inquiry may be open under this key, so the key stays */
async function sendLater(inquiry: Claim, lastError: string, status?: number): Promise<void> {
  const isFailure = status !== undefined && status >= 500
  const isRepeated = isFailure && lastError === inquiry.lastError
  const openFailures = isRepeated ? inquiry.openFailures + 1 : Number(isFailure)
  const needsNewKey = openFailures === FAILURES_UNDER_A_KEY
  const afterMs = delayMs(triesOf(inquiry), LONGEST_AWAITED_DELAY_MS)
  const key = needsNewKey ? { openFailures: 0, openKey: randomUUID() } : { openFailures }
  const failed = failedWith(lastError, inquiry, inquiry.claimedAt)
  await releaseFailedOpen(inquiry, afterMs, { ...failed, ...key })
}

/**
 * Stores the service's id in the inquiry that requested it. The first id wins, whichever claim or event brings it, so this doesn't
 * check the version. A different id later means that the service ignored the Idempotency-Key (N2) and opened a second inquiry. Nobody
 * uses that one, and its events are set aside.
 */
async function bind(inquiry: Claim, serviceInquiryId: string): Promise<void> {
  const { id } = inquiry
  try {
    const opened = { serviceInquiryId, openState: 'OPEN', ...SUCCEEDED } as const
    const isBound = await releaseOpened(inquiry, FIRST_READ_AFTER_MS, opened)
    if (isBound) {
      await returnToInbox(serviceInquiryId)
      return
    }
    const isSecond = { where: { id, serviceInquiryId: { not: serviceInquiryId } } }
    if ((await db().inquiry.count(isSecond)) > 0)
      log.warn('second_inquiry_ignored', { inquiry: id })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    // The service returned one inquiry for two requests. The first keeps it, so this one fails.
    await releaseOpened(inquiry, null, await lost('INQUIRY_TAKEN'))
  }
}

const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
