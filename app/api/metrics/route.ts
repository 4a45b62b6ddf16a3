/** Prometheus metrics, for callers with CRON_SECRET. */

import { acceptsWrites } from '@/lib/database/accepts-writes'
import { startDeadline } from '@/lib/http/deadline'
import { schedulerRoute } from '@/lib/http/scheduler-route'
import { oldestDueSeconds } from '@/lib/inquiries/queue'
import { failure, log } from '@/lib/runtime/log'
import { metrics } from '@/lib/runtime/metrics'

/** Prometheus gets the other series even while the database doesn't answer. */
const DATABASE_MS = 1_000

export const GET = schedulerRoute('metrics_failed', async () => {
  const { registry, oldestDue, databaseUp } = metrics()
  const deadline = startDeadline(DATABASE_MS)
  const ask = <Value>(query: Promise<Value>): Promise<Value | null> =>
    deadline.hold(query).catch((error: unknown) => {
      log.warn('metrics_incomplete', failure(error))
      return null
    })
  const [seconds, isWritable] = await Promise.all([ask(oldestDueSeconds()), ask(acceptsWrites())])
  deadline.clear()
  oldestDue.set(seconds ?? Number.NaN)
  databaseUp.set(seconds !== null && isWritable ? 1 : 0)
  return new Response(await registry.metrics(), {
    headers: { 'content-type': registry.contentType },
  })
})
