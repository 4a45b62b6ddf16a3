/**
 * Reveals an inquiry's identity and documents to a reviewer. The app fetches them on demand, writes an audit entry before it shows
 * them, and never stores them (docs/architecture.md, principle 4).
 */
import 'server-only'
import { describeForm, STORED_COLUMNS } from '../application-form'
import { db } from '../database/db'
import { isWithin, LIMITS } from '../http/limits'
import { requestRead } from '../inquiries/queue'
import { isAbout } from '../inquiries/read-again'
import { getServicePause, pauseAfter, RESERVE, waitForCall } from '../inquiries/service-gate'
import { hasDocuments } from '../inquiries/status'
import { verificationService } from '../inquiries/verification-service'
import { audit } from '../privacy/audit'
import { can, type Staff } from '../roles'
import { env } from '../runtime/env'
import { failure, log } from '../runtime/log'
import {
  NotFoundError,
  RateLimitedError,
  RejectedError,
  VerificationError,
} from '../verification/errors'
import type { Identity, ServiceDocuments } from '../verification/schemas'
import type {
  RevealError,
  RevealedDocument,
  RevealedField,
  RevealedIdentity,
  RevealedInquiry,
} from './revealed'

/** D7: URLs are valid for five minutes. The screen hides the identity after the same time. */
const URL_VALIDITY_MS = 5 * 60_000
/** How long a reviewer waits for the call budget. */
const PATIENCE_MS = 4_000

type RevealResult =
  | { ok: true; revealed: RevealedInquiry }
  | { ok: false; error: RevealError; retryAfterMs?: number }

/** @param id our id of the inquiry */
export async function revealInquiry(staff: Staff, id: string): Promise<RevealResult> {
  const row = await db().inquiry.findUnique({
    where: { id },
    select: {
      id: true,
      serviceInquiryId: true,
      referenceId: true,
      status: true,
      correlationId: true,
      ...STORED_COLUMNS,
    },
  })
  if (!row) return { ok: false, error: 'not_found' }
  const allowed = can(staff, 'documents.reveal')
  const isWithinLimit = allowed && (await isWithin('reveal', staff.id))
  await audit({
    actor: staff.id,
    action: 'identity.revealed',
    inquiry: row.id,
    outcome: isWithinLimit ? 'allowed' : 'refused',
  })
  if (!allowed) return { ok: false, error: 'forbidden' }
  if (!isWithinLimit)
    return { ok: false, error: 'rate_limited', retryAfterMs: LIMITS.reveal.seconds * 1_000 }
  if (row.serviceInquiryId === null) return { ok: false, error: 'not_opened' }

  const call = { inquiryId: row.serviceInquiryId, correlationId: row.correlationId }
  const service = verificationService()
  try {
    // Takes each call from the budget just before making it, so that a refusal wastes none. The first call leaves the reserve alone,
    // so that reviewers never delay events. The second call may then use it.
    if (!(await waitForCall(PATIENCE_MS, RESERVE))) return await explainNoCall()
    const inquiry = await service.getInquiry(call)
    // Never show another person's identity.
    if (!isAbout(row, inquiry)) return { ok: false, error: 'unavailable' }
    // Only claimed reads may change the status.
    if (inquiry.status !== row.status) await requestRead(row.id)
    const revealed = {
      status: inquiry.status,
      documents: [],
      urlExpiresAt: null,
      expiresInMs: URL_VALIDITY_MS,
      identity: inquiry.identity ? toRevealedIdentity(inquiry.identity) : null,
      personal: describeForm(row, 'personal'),
    }
    // With any other status, the service refuses documents (D2).
    if (!hasDocuments(inquiry.status)) return { ok: true, revealed }
    if (!(await waitForCall(PATIENCE_MS))) return await explainNoCall()
    const found = await service.getDocuments(call).catch((error: unknown) => {
      if (error instanceof RejectedError && error.code === 'INQUIRY_NOT_APPROVED') return null
      throw error
    })
    if (found === null) {
      // The status changed between the calls, or the status route lags behind (N6).
      await requestRead(row.id)
      return { ok: true, revealed }
    }
    const { inquiryId, documents, urlExpiresAt } = found
    if (inquiryId !== row.serviceInquiryId) return { ok: false, error: 'unavailable' }
    if (documents.length === 0) return { ok: true, revealed }
    const leftMs = urlExpiresAt ? urlExpiresAt.getTime() - Date.now() : URL_VALIDITY_MS
    if (leftMs <= 0) {
      log.warn('document_urls_expired', {
        inquiry: row.id,
        correlationId: row.correlationId,
        lateMs: -leftMs,
      })
      return { ok: false, error: 'links_expired' }
    }
    return {
      ok: true,
      revealed: {
        ...revealed,
        documents: documents.map(toRevealedDocument),
        urlExpiresAt: urlExpiresAt?.toISOString() ?? null,
        expiresInMs: Math.min(leftMs, URL_VALIDITY_MS),
      },
    }
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error
    log.warn('documents_not_read', {
      inquiry: row.id,
      correlationId: row.correlationId,
      ...failure(error),
    })
    await pauseAfter(error)
    if (error instanceof NotFoundError) return { ok: false, error: 'not_found' }
    if (error instanceof RateLimitedError)
      return { ok: false, error: 'rate_limited', retryAfterMs: error.retryAfterMs }
    return { ok: false, error: 'unavailable' }
  }
}

/** The Retry-After when the call budget is empty: about when a call is free again. */
const BUSY_MS = 5_000

/** Explains why no call was available. After a 401 the service counts as unavailable; otherwise the reviewer can retry soon. */
async function explainNoCall(): Promise<RevealResult> {
  const pause = await getServicePause()
  if (pause?.reason === 'KEY_REFUSED') return { ok: false, error: 'unavailable' }
  const retryAfterMs = pause ? pause.until.getTime() - Date.now() : BUSY_MS
  return { ok: false, error: 'rate_limited', retryAfterMs }
}

/** Keeps the type, and the picture URLs that are allowed. */
const toRevealedDocument = (document: ServiceDocuments['documents'][number]): RevealedDocument => ({
  type: document.type,
  frontPage: toPictureUrl(document.frontPage),
  backPage: toPictureUrl(document.backPage),
  hasBackPage: document.supportedPageTypes?.includes('backPage') ?? false,
})

/**
 * Passes only URLs of a configured origin to the browser (N31). An `<img>` sends the reviewer's cookies, so a URL of this app would
 * start a reveal or an export in their name.
 */
function toPictureUrl(url: string | null | undefined): string | null {
  if (!url) return null
  const origin = URL.canParse(url) ? new URL(url).origin : 'none'
  const expected = env().VERIFICATION_ARTIFACT_ORIGINS
  if (expected.includes(origin)) return url
  log.warn('picture_url_dropped', { origin: origin.slice(0, 200), expected: expected.join(' ') })
  return null
}

function toRevealedIdentity(identity: Identity): RevealedIdentity {
  const { addressDetails, ...document } = identity.document ?? {}
  return {
    declared: fields(identity.personalInfo),
    document: fields(document),
    address: fields(addressDetails),
  }
}

/** Keeps every field with a text, in order, under the service's names. Fields may be missing, and unknown ones may appear (N14). */
const fields = (received: unknown): RevealedField[] =>
  Object.entries(received ?? {})
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    .map(([name, value]) => ({ name, value }))
