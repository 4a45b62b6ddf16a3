/**
 * Scheduled work besides the reads: creates the partitions for coming days' events. It runs once a minute in a long-lived
 * process, or with the cron route. Any number of instances may run it.
 */
import 'server-only'
import { errorName, log } from './log'
import { prepareEventDays } from './prepare-event-days'

const TICK_MS = 60_000
const PREPARE_EVERY_MS = 3_600_000

let preparedAt = 0

export async function doUpkeep(now = new Date()): Promise<void> {
  try {
    if (now.getTime() >= preparedAt + PREPARE_EVERY_MS) {
      await prepareEventDays(now)
      preparedAt = now.getTime()
    }
  } catch (error) {
    log.error('upkeep_failed', { error: errorName(error) })
  }
}

/** The first run starts immediately. */
export function startUpkeep(): { stop(): Promise<void> } {
  let running = doUpkeep()
  const timer = setInterval(() => {
    running = running.then(() => doUpkeep())
  }, TICK_MS)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
