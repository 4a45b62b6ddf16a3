// Makes the sandbox's clock tick: the time at which the page was rendered, plus the time since.
import { formatInstant } from '../instants.ts'

const TICK_MS = 1_000

export function startTickingInstants(): void {
  const startedMs = performance.now()
  for (const instant of document.querySelectorAll<HTMLTimeElement>('time[data-ticks]')) {
    const madeMs = Date.parse(instant.dateTime)
    setInterval(() => {
      const now = new Date(madeMs + performance.now() - startedMs).toISOString()
      instant.textContent = formatInstant(now)
    }, TICK_MS)
  }
}
