/**
 * Requests to see an identity, if REVEAL_RULE requires more than the role: a reason, or a reason and a colleague's approval
 * (four eyes). A request covers one person, one inquiry and a limited time.
 */
import 'server-only'
import { audit } from '../audit'
import { db } from '../db'
import { env } from '../env'
import { can, type Staff } from '../staff'
import { uuid7At } from '../uuid7-time'
import type { RevealReason } from './reveal-reasons'
import type { RevealDecision, RevealRequestResult, WaitingReveal } from './views'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** How long access lasts after a reason or an approval: enough for a few looks at one case. */
const ALLOWED_MS = 30 * MINUTE_MS
/** How long a request waits for a colleague. */
const WAITING_MS = 8 * 60 * MINUTE_MS

const waitingAt = (now: Date) => ({
  decidedAt: null,
  requestedAt: { gt: new Date(now.getTime() - WAITING_MS) },
})

/** @returns null if `staff` may see it now, else what is missing */
export async function missingForReveal(
  staff: Staff,
  id: string,
): Promise<'reason_required' | 'approval_required' | 'approval_awaited' | null> {
  const rule = env().REVEAL_RULE
  if (rule === 'role') return null
  const now = new Date()
  const latest = await db().revealRequest.findFirst({
    where: { inquiryRow: id, requestedBy: staff.id },
    orderBy: { id: 'desc' },
  })
  // The current rule decides: a reason given under an earlier rule isn't an approval.
  const isApproved = rule === 'reason' || latest?.decidedBy != null
  if (latest?.allowedTill && latest.allowedTill > now && isApproved) return null
  if (rule === 'reason') return 'reason_required'
  const isWaiting =
    latest?.decidedAt === null && latest.requestedAt.getTime() > now.getTime() - WAITING_MS
  return isWaiting ? 'approval_awaited' : 'approval_required'
}

/** @param id our own id of the inquiry */
export async function requestReveal(
  staff: Staff,
  id: string,
  { reason, caseNumber }: { reason: RevealReason; caseNumber: string | null },
): Promise<RevealRequestResult> {
  if (!can(staff, 'documents.reveal')) return { ok: false, reason: 'forbidden' }
  const isAllowed = env().REVEAL_RULE !== 'four-eyes'
  const now = new Date()
  return db().$transaction(async (tx): Promise<RevealRequestResult> => {
    const own = { inquiryRow: id, requestedBy: staff.id }
    if (!isAllowed) {
      // Serialised, so each request finds the one before it.
      const key = `reveal ${staff.id} ${id}`
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`
      if ((await tx.revealRequest.count({ where: { ...own, ...waitingAt(now) } })) > 0)
        return { ok: true, awaitsApproval: true }
    }
    // Locked, so that it can't be erased before the request is stored.
    const found = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM "Inquiry" WHERE "id" = ${id}::uuid FOR KEY SHARE`
    if (found.length === 0) return { ok: false, reason: 'not_found' }
    await tx.revealRequest.create({
      data: {
        ...own,
        reason,
        caseNumber,
        ...(isAllowed && { decidedAt: now, allowedTill: new Date(now.getTime() + ALLOWED_MS) }),
      },
    })
    await audit(
      {
        actor: staff.id,
        action: 'reveal.requested',
        inquiry: id,
        outcome: isAllowed ? 'allowed' : 'awaits_approval',
        reason: caseNumber === null ? reason : `${reason} ${caseNumber}`,
      },
      tx,
    )
    return { ok: true, awaitsApproval: !isAllowed }
  })
}

/**
 * Other people's requests that are waiting for a decision, oldest first. The index on `id` also has the requests that nobody
 * decided in time, so the list starts after them, with a day's margin because the instances' clocks differ.
 */
export async function listWaitingReveals(staff: Staff): Promise<WaitingReveal[]> {
  if (!can(staff, 'documents.reveal')) return []
  const now = new Date()
  const from = uuid7At(new Date(now.getTime() - WAITING_MS - DAY_MS))
  const rows = await db().revealRequest.findMany({
    where: { ...waitingAt(now), id: { gte: from }, requestedBy: { not: staff.id } },
    include: { inquiry: { select: { referenceId: true } } },
    orderBy: { id: 'asc' },
    take: 100,
  })
  const names = await db().user.findMany({
    where: { id: { in: rows.map(({ requestedBy }) => requestedBy) } },
    select: { id: true, name: true },
  })
  return rows.map(({ id, inquiryRow, inquiry, requestedBy, requestedAt, reason, caseNumber }) => ({
    id,
    inquiry: inquiryRow,
    referenceId: inquiry.referenceId,
    requestedBy: names.find((user) => user.id === requestedBy)?.name ?? requestedBy,
    requestedAt: requestedAt.toISOString(),
    reason,
    caseNumber,
  }))
}

/** A second member of staff with the same permission approves or declines. Nobody decides their own request. */
export async function decideReveal(
  staff: Staff,
  requestId: string,
  isApproved: boolean,
): Promise<RevealDecision> {
  if (!can(staff, 'documents.reveal')) return { ok: false, reason: 'forbidden' }
  const now = new Date()
  return db().$transaction(async (tx) => {
    const request = await tx.revealRequest.findUnique({ where: { id: requestId } })
    if (!request) return { ok: false, reason: 'not_found' }
    if (request.requestedBy === staff.id) return { ok: false, reason: 'own_request' }
    const { count } = await tx.revealRequest.updateMany({
      where: { id: requestId, ...waitingAt(now) },
      data: {
        decidedBy: staff.id,
        decidedAt: now,
        allowedTill: isApproved ? new Date(now.getTime() + ALLOWED_MS) : null,
      },
    })
    if (count === 0) return { ok: false, reason: 'not_found' }
    await audit(
      {
        actor: staff.id,
        subject: request.requestedBy,
        action: 'reveal.decided',
        inquiry: request.inquiryRow,
        outcome: isApproved ? 'approved' : 'declined',
        reason: request.reason,
      },
      tx,
    )
    return { ok: true }
  })
}
