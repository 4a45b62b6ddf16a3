/** What is left to do under a claim once its read is applied: open the account, then tell the customer. */
import 'server-only'
import { sendNotices } from './notices'
import { openGrantedAccount } from './open-granted-account'
import { endClaim, triesOf } from './queue'
import type { Unfinished } from './read-inquiry'
import { delayMs, LONGEST_AWAITED_DELAY_MS } from './rules'

/** What fails is tried again by a later claim, after another read. */
export async function finishClaim({ claim, grantedAt, nextReadAt }: Unfinished): Promise<void> {
  const opening = grantedAt === null ? 'done' : await openGrantedAccount(claim, grantedAt)
  const notices = await sendNotices(claim)
  const hasFailed = opening === 'failed' || notices === 'failed'
  const retryAfterMs = hasFailed ? delayMs(triesOf(claim), LONGEST_AWAITED_DELAY_MS) : null
  await endClaim(claim, { nextReadAt, retryAfterMs })
}
