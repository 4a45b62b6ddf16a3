/** Prometheus metrics, for callers with CRON_SECRET. */
import { hasCronSecret } from '@/lib/cron-guard'
import { findOldestDue } from '@/lib/inquiries/claim'
import { errorName, log } from '@/lib/log'
import { metrics } from '@/lib/metrics'

const headers = { 'cache-control': 'no-store' }

export async function GET(request: Request): Promise<Response> {
  if (!hasCronSecret(request))
    return Response.json({ error: 'unauthorised' }, { status: 401, headers })
  const { registry, oldestDue } = metrics()
  try {
    const since = await findOldestDue()
    oldestDue.set(since === null ? 0 : (Date.now() - since.getTime()) / 1_000)
    const text = await registry.metrics()
    return new Response(text, { headers: { ...headers, 'content-type': registry.contentType } })
  } catch (error) {
    log.error('metrics_failed', { error: errorName(error) })
    return Response.json({ error: 'unavailable' }, { status: 503, headers })
  }
}
