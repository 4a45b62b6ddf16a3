// Events contain the service's time, which is compared with ours, so the clocks have to agree.
import { type Finding, right, wrong } from './finding.ts'

const TOLERATED_MS = 5_000

/** @param aheadMs how far the other clock is ahead of this machine's; a Date header only has whole seconds */
export function clockFinding(whose: string, aheadMs: number): Finding {
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  if (Math.abs(aheadMs) <= TOLERATED_MS) return right(`${whose} agrees with this machine's`)
  return wrong(
    `${whose} is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine's`,
    'Synchronise both with NTP: the order of events and every expiry depend on it.',
  )
}
