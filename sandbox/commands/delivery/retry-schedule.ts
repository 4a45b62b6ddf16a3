// When a failed delivery is tried again, and what counts as a failure (N8, N9).
import type { GapValue } from '../../scenario/gaps.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** After the first failure, the second … (N8's default). */
export const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
]
const BURST_RETRIES = 100
const BURST_DELAY_MS = 10
/** Jitter only shortens a delay: a test that advances by the whole delay always meets the retry. */
const JITTER = 0.1

/** Milliseconds until the next attempt after `failures` failed ones; null gives up. */
export function retryDelayMs(
  form: GapValue<'N8'>,
  failures: number,
  random: () => number = Math.random,
): number | null {
  switch (form) {
    case 'none':
      return null
    case 'burst-of-100':
      return failures > BURST_RETRIES ? null : BURST_DELAY_MS
    case 'five-retries': {
      const delayMs = RETRY_DELAYS_MS[failures - 1]
      return delayMs === undefined ? null : Math.round(delayMs * (1 - JITTER * random()))
    }
  }
}

/** Whether the receiver took the delivery (N9): a redirect is not an answer. */
export function isAccepted(form: GapValue<'N9'>, status: number): boolean {
  return form === 'only-200' ? status === 200 : status >= 200 && status < 300
}
