import 'server-only'
import { getServicePause } from '../inquiries/service-gate'

/** When others have used up the budget: about how long until a call is free again. */
const BUSY_MS = 5_000

/** Why no call was available. Staff get the same explanation whatever the call was for. */
type CallRefusal = { error: 'rate_limited'; retryAfterMs: number } | { error: 'unavailable' }

/** A pause after a 429 is a rate limit; after a 401 the service is unavailable. */
export async function explainNoCall(): Promise<CallRefusal> {
  const pause = await getServicePause()
  if (pause?.reason === 'KEY_REFUSED') return { error: 'unavailable' }
  const retryAfterMs = pause ? pause.until.getTime() - Date.now() : BUSY_MS
  return { error: 'rate_limited', retryAfterMs }
}
