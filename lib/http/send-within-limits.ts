/** Sends requests to other systems, within limits of time and size. */
import type { Send } from '../verification/client'
import { startDeadline } from './deadline'
import { readBody } from './read-body'

const DEADLINE_MS = 10_000
/** Counted after decompression. */
const MAX_RESPONSE_BYTES = 1024 * 1024

/** Uses no cache, and follows no redirect, because a redirect would send the API key to another host. */
export const sendWithinLimits: Send = async (url, init) => {
  const deadline = startDeadline(DEADLINE_MS)
  try {
    const response = await deadline.hold(
      fetch(url, { ...init, redirect: 'manual', cache: 'no-store', signal: deadline.signal }),
    )
    const { status, headers } = response
    return { status, headers, body: await readBody(response, MAX_RESPONSE_BYTES, deadline) }
  } finally {
    deadline.clear()
  }
}
