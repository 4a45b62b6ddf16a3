/** Prometheus metrics, for callers with CRON_SECRET. */

import { schedulerRoute } from '@/lib/http/scheduler-route'
import { findOldestDue } from '@/lib/inquiries/queue'
import { metrics } from '@/lib/runtime/metrics'

export const GET = schedulerRoute('metrics_failed', async () => {
  const { registry, oldestDue } = metrics()
  const since = await findOldestDue()
  oldestDue.set(since === null ? 0 : (Date.now() - since.getTime()) / 1_000)
  return new Response(await registry.metrics(), {
    headers: { 'content-type': registry.contentType },
  })
})
