/** Removes what is past its age, for a scheduler that calls by HTTP; `?dry-run` only counts. */
import { hasCronSecret } from '@/lib/cron-guard'
import { errorName, log } from '@/lib/log'
import { removeExpired } from '@/lib/retention'

const headers = { 'cache-control': 'no-store' }

export async function POST(request: Request): Promise<Response> {
  if (!hasCronSecret(request))
    return Response.json({ error: 'unauthorised' }, { status: 401, headers })
  const dryRun = new URL(request.url).searchParams.has('dry-run')
  try {
    const removed = await removeExpired({ now: new Date(), dryRun })
    return Response.json({ dryRun, removed }, { headers })
  } catch (error) {
    log.error('retention_failed', { error: errorName(error) })
    return Response.json({ error: 'unavailable' }, { status: 503, headers })
  }
}
