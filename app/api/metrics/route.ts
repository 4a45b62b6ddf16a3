/** Prometheus metrics, for callers with CRON_SECRET. */

import { acceptsWrites } from '@/lib/database/accepts-writes'
import { startDeadline } from '@/lib/http/deadline'
import { schedulerRoute } from '@/lib/http/scheduler-route'
import { oldestDueSeconds } from '@/lib/inquiries/queue'
import { measureEvents, measureWaiting, WAITING_GROUPS } from '@/lib/inquiries/waiting-metrics'
import { isDraining } from '@/lib/runtime/draining'
import { failure, log } from '@/lib/runtime/log'
import { metrics } from '@/lib/runtime/metrics'

/** Prometheus gets the other series even while the database doesn't answer. */
const DATABASE_MS = 1_000

export const GET = schedulerRoute('metrics_failed', async () => {
  const created = metrics()
  const deadline = startDeadline(DATABASE_MS)
  const ask = <Value>(query: Promise<Value>): Promise<Value | null> =>
    deadline.hold(query).catch((error: unknown) => {
      log.warn('metrics_incomplete', failure(error))
      return null
    })
  const [seconds, waiting, events, isWritable] = await Promise.all([
    ask(oldestDueSeconds()),
    ask(measureWaiting()),
    ask(measureEvents()),
    ask(acceptsWrites()),
  ])
  deadline.clear()
  created.oldestDue.set(seconds ?? Number.NaN)
  for (const group of WAITING_GROUPS) {
    const found = waiting?.find((one) => one.group === group)
    const none = waiting ? 0 : Number.NaN
    created.waiting.set({ group }, found?.count ?? none)
    created.oldestWaiting.set({ group }, found?.oldestSeconds ?? none)
  }
  const silence = events && (events.newestSeconds ?? Number.POSITIVE_INFINITY)
  created.lastEvent.set(silence ?? Number.NaN)
  created.eventsSetAside.set(events?.setAside ?? Number.NaN)
  // A slow count isn't a database that is down.
  created.databaseUp.set(seconds !== null && isWritable ? 1 : 0)
  created.ready.set(isWritable && !isDraining() ? 1 : 0)
  return new Response(await created.registry.metrics(), {
    headers: { 'content-type': created.registry.contentType },
  })
})
