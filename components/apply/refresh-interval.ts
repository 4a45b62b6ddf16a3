/** How often the applicant's screen asks for the status: often when a change is near, then less and less, then never. */
import { type ApplicantStage, isFinal } from '@/lib/inquiries/status'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

const SOON_MS = 500
/** SWR drops what it is asked for within this time, two seconds unless told: it must be less than any interval. */
export const DEDUPING_MS = 300
const LATER_MS = 5 * SECOND_MS
const SELDOM_MS = 30 * SECOND_MS

/** `approved` waits for the account: until it is open, the screen goes on asking. */
interface Watched {
  stage: ApplicantStage
  accountOpened: boolean
}

/** @returns milliseconds until the next question; 0 ends the asking, as SWR has it. */
export function refreshIntervalMs(watched: Watched, unchangedForMs: number): number {
  const settled = watched.stage === 'approved' ? watched.accountOpened : isFinal(watched.stage)
  if (settled) return 0
  if (unchangedForMs < 2 * MINUTE_MS) return SOON_MS
  return unchangedForMs < 15 * MINUTE_MS ? LATER_MS : SELDOM_MS
}
