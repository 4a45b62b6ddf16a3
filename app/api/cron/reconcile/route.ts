/** Reconciles due inquiries, for platforms without a long-lived process. Call it every minute. */
import { hasCronSecret } from '@/lib/cron-guard'
import { reconcileDue } from '@/lib/inquiries/reconcile'
import { errorName, log } from '@/lib/log'

/**
 * With up to twenty more seconds for calls in flight and the openings after them, well within the minute that serverless platforms
 * give a request.
 */
const PASS_MS = 20_000

const headers = { 'cache-control': 'no-store' }

export async function POST(request: Request): Promise<Response> {
  if (!hasCronSecret(request))
    return Response.json({ error: 'unauthorised' }, { status: 401, headers })
  try {
    const pass = await reconcileDue(PASS_MS)
    return Response.json(pass, { headers })
  } catch (error) {
    log.error('reconcile_pass_failed', { error: errorName(error) })
    return Response.json({ error: 'unavailable' }, { status: 503, headers })
  }
}
