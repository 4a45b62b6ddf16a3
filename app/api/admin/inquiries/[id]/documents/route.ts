/** Returns the identity and fresh document URLs of one inquiry to staff who may reveal them. Audited, and never stored. */
import { z } from 'zod'
import { revealInquiry } from '@/lib/back-office/reveal-inquiry'
import { REVEAL_ERRORS, type RevealError } from '@/lib/back-office/revealed'
import { isUnasked } from '@/lib/http/request-source'
import { can } from '@/lib/roles'
import { failure, log } from '@/lib/runtime/log'
import { getStaff } from '@/lib/staff/auth'

export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  if (isUnasked(request)) return refuse('forbidden')
  const id = z.guid().safeParse((await params).id)
  try {
    const staff = await getStaff()
    if (!staff) return refuse('signed_out')
    if (!id.success) return refuse('not_found')
    const result = await revealInquiry(staff, id.data)
    if (!result.ok) return refuse(result.error, result.retryAfterMs)
    // The service may take seconds. Check again, because the person may be blocked or signed out by now.
    const now = await getStaff()
    if (now?.id !== staff.id) return refuse('signed_out')
    if (!can(now, 'documents.reveal')) return refuse('forbidden')
    return Response.json(result.revealed, { headers: { 'cache-control': 'no-store' } })
  } catch (error) {
    log.error('reveal_failed', { inquiry: id.data, ...failure(error) })
    return refuse('unavailable')
  }
}

function refuse(error: RevealError, retryAfterMs?: number): Response {
  const headers = new Headers({ 'cache-control': 'no-store' })
  if (retryAfterMs !== undefined) headers.set('retry-after', String(Math.ceil(retryAfterMs / 1000)))
  return Response.json({ error }, { status: REVEAL_ERRORS[error], headers })
}
