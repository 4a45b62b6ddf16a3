/** Applies retention. Call again while `more` is true. */
import { hasCronSecret } from '@/lib/cron-guard'
import { errorName, log } from '@/lib/log'
import { removeExpired } from '@/lib/retention'

const headers = { 'cache-control': 'no-store' }
/** Well within the request timeout of serverless platforms. */
const MAX_MS = 5_000

export async function POST(request: Request): Promise<Response> {
  if (!hasCronSecret(request))
    return Response.json({ error: 'unauthorised' }, { status: 401, headers })
  try {
    const run = await removeExpired({ now: new Date(), maxMs: MAX_MS })
    return Response.json(run, { headers })
  } catch (error) {
    log.error('retention_failed', { error: errorName(error) })
    return Response.json({ error: 'unavailable' }, { status: 503, headers })
  }
}
