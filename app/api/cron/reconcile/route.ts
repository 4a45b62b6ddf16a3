/** One pass of due read-backs, for platforms without a long-lived process. */
import { hasCronSecret } from '@/lib/cron-guard'
import { reconcileDue } from '@/lib/inquiries/reconcile'
import { errorName, log } from '@/lib/log'

const headers = { 'cache-control': 'no-store' }

export async function POST(request: Request): Promise<Response> {
  if (!hasCronSecret(request))
    return Response.json({ error: 'unauthorised' }, { status: 401, headers })
  try {
    return Response.json({ reconciled: await reconcileDue() }, { headers })
  } catch (error) {
    log.error('reconcile_pass_failed', { error: errorName(error) })
    return Response.json({ error: 'unavailable' }, { status: 503, headers })
  }
}
