/** Finishes a claim after its read is applied: opens the account, then notifies the customer. */
import 'server-only'
import { sendNotices } from './notices'
import { openGrantedAccount } from './open-granted-account'
import { releaseFinished, triesOf } from './queue'
import type { Unfinished } from './read-inquiry'
import { delayMs, LONGEST_AWAITED_DELAY_MS } from './rules'

/** If a step fails, a later claim reads the status and tries the step again. */
export async function finishClaim({ claim, grantedAt, nextReadAt }: Unfinished): Promise<void> {
  const opening = grantedAt === null ? 'done' : await openGrantedAccount(claim, grantedAt)
  const notices = await sendNotices(claim)
  const hasFailed = opening === 'failed' || notices === 'failed'
  const retryAfterMs = hasFailed ? delayMs(triesOf(claim), LONGEST_AWAITED_DELAY_MS) : null
  await releaseFinished(claim, { nextReadAt, retryAfterMs })
}
