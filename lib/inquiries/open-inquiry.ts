/**
 * Opens an inquiry: intent before call. The row with its referenceId, Idempotency-Key and exact body is committed
 * first, so that a crash or a lost answer at any point is recovered by sending the same request again (O7, N2).
 */
import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Applicant } from '../applicant'
import { db } from '../db'
import { env } from '../env'
import { errorName, log } from '../log'
import { metrics } from '../metrics'
import type { Inquiry } from '../prisma-client/client'
import { traced } from '../tracing'
import type { VerificationClient } from '../verification/client'
import { ConflictError, RejectedError, VerificationError } from '../verification/errors'
import { openRequestSchema } from '../verification/schemas'
import { verificationService } from '../verification-service'
import type { ApplicationForm } from './application-form'
import { bindInquiry } from './bind-inquiry'
import { isUniqueViolation } from './database-errors'
import { readDelayMs } from './read-rules'
import { wordsOf } from './search-words'
import { isServicePaused, pauseAfter, takeTurn } from './service-gate'
import { applicantStage, mayTryAgain } from './status'

/**
 * Longer than the client's deadline of 10 s: who holds the row may still be sending. No longer than a customer waits for
 * whom an instance has died.
 */
export const LEASE_MS = 15_000
/** The service keeps an Idempotency-Key for 24 h (N2); later the same request might open a second inquiry. */
const GIVE_UP_MS = 23 * 3_600_000
/** Whoever waits for the open is not kept waiting long after an outage. */
const LONGEST_WAIT_MS = 5 * 60_000
/** A service that answers 409 to every reuse of a key (N2) never tells what the first answer was. */
const CONFLICT_GIVE_UP_MS = 5 * 60_000

/**
 * One live attempt for an applicant: after a double click, in a second tab, and on two servers at once, this
 * ends in the same row. The applicant's screen follows the row; so there is nothing to return.
 */
export async function openInquiry(applicant: Applicant, form: ApplicationForm): Promise<void> {
  const existing = await db().inquiry.findUnique({ where: { liveFor: applicant.hash } })
  if (existing) {
    if (!mayTryAgain(applicantStage(existing, new Date()))) return
    // No read has told so: the service is away, or has forgotten it.
    await db().inquiry.update({ where: { id: existing.id }, data: { liveFor: null } })
  }
  const isPaused = await isServicePaused(new Date())
  const intent = await commitIntent(applicant, form, isPaused ? 0 : 1)
  if (!intent || isPaused) return
  await takeTurn()
  await sendOpen(intent, verificationService())
}

/** @param openAttempts how often the request will have been sent by the time that anybody looks again */
async function commitIntent(
  applicant: Applicant,
  form: ApplicationForm,
  openAttempts: number,
): Promise<Inquiry | null> {
  const referenceId = `app-${randomUUID()}`
  const request = openRequestSchema.parse({
    inquiryTemplateId: env().VERIFICATION_TEMPLATE_ID,
    templateRevisionId: env().VERIFICATION_TEMPLATE_REVISION_ID,
    referenceId,
    note: form.note || undefined,
  })
  try {
    return await db().inquiry.create({
      data: {
        referenceId,
        applicantHash: applicant.hash,
        liveFor: applicant.hash,
        product: form.product,
        note: form.note || null,
        noteWords: wordsOf(form.note),
        openKey: randomUUID(),
        openBody: JSON.stringify(request),
        openAttempts,
        correlationId: randomUUID(),
        nextReadAt: new Date(Date.now() + LEASE_MS),
      },
    })
  } catch (error) {
    if (isUniqueViolation(error)) return null
    throw error
  }
}

/** Sends the committed request, the first time or again. Every outcome is on the row afterwards. */
export const sendOpen = (row: Inquiry, service: VerificationClient): Promise<void> =>
  traced('open inquiry', { inquiry: row.id, correlationId: row.correlationId }, () =>
    sendOnce(row, service),
  )

async function sendOnce(row: Inquiry, service: VerificationClient): Promise<void> {
  if (row.openAttempts > 1 && ageMs(row) > GIVE_UP_MS) {
    noteFailure(row, 'IDEMPOTENCY_KEY_EXPIRED')
    await giveUp(row, 'IDEMPOTENCY_KEY_EXPIRED')
    return
  }
  try {
    const { inquiryId } = await service.open({
      body: row.openBody,
      idempotencyKey: row.openKey,
      correlationId: row.correlationId,
      sentBefore: row.openAttempts > 1,
    })
    await bindInquiry(row.id, inquiryId)
    metrics().opens.inc({ result: 'opened' })
    log.info('inquiry_opened', { inquiry: row.id, correlationId: row.correlationId })
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error
    noteFailure(row, errorName(error), error.status)
    await pauseAfter(error)
    const openError = error.code ?? errorName(error)
    await (isRefused(error, row) ? giveUp(row, openError) : tryLater(row, openError))
  }
}

function noteFailure({ id, correlationId }: Inquiry, error: string, status?: number): void {
  metrics().opens.inc({ result: error })
  log.warn('open_failed', { inquiry: id, correlationId, error, status: status ?? null })
}

/** For good: the same request again would end the same. */
function isRefused(error: VerificationError, row: Inquiry): boolean {
  if (error instanceof ConflictError) return ageMs(row) > CONFLICT_GIVE_UP_MS
  return error instanceof RejectedError
}

const ageMs = (row: Inquiry): number => Date.now() - row.createdAt.getTime()

/** Conditional on OPENING: an event may have brought the inquiryId while the call was under way. */
const giveUp = (row: Inquiry, openError: string) =>
  db().inquiry.updateMany({
    where: { id: row.id, openState: 'OPENING' },
    data: { openState: 'OPEN_FAILED', openError, liveFor: null, nextReadAt: null },
  })

const tryLater = (row: Inquiry, openError: string) =>
  db().inquiry.updateMany({
    where: { id: row.id, openState: 'OPENING' },
    data: {
      openError,
      nextReadAt: new Date(
        Date.now() + Math.min(readDelayMs(row.openAttempts, Math.random), LONGEST_WAIT_MS),
      ),
    },
  })
