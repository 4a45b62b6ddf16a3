/** Reads bodies from outside within limits. */
import type { Deadline } from './deadline'

/** A sender that splits a body further than any network does only wants to keep this process busy. */
const MAX_CHUNKS = 4096

/**
 * Reads the exact bytes of a request or response, never holding more than a limit in memory. If fetch decompressed a response, the
 * decompressed bytes count.
 *
 * @param drainBytes how many bytes beyond `maxBytes` are received and discarded, so a sender that is still writing gets
 *   the refusal instead of a connection reset
 * @returns null if there are more than `maxBytes`, or too many chunks; after draining, the rest isn't read and the stream is
 *   cancelled
 * @throws if the connection breaks or the deadline passes
 */
export async function readBody(
  message: Request | Response,
  maxBytes: number,
  deadline: Deadline,
  drainBytes = 0,
): Promise<Uint8Array | null> {
  if (Number(message.headers.get('content-length')) > maxBytes + drainBytes) {
    // This rejects only if the sender stopped first.
    message.body?.cancel().catch(() => {})
    return null
  }
  if (!message.body) return new Uint8Array()
  const reader = message.body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (let count = 0; count <= MAX_CHUNKS; count++) {
      const { done, value } = await deadline.hold(reader.read())
      if (done) return size > maxBytes ? null : Buffer.concat(chunks)
      size += value.byteLength
      if (size > maxBytes + drainBytes) return null
      if (size > maxBytes) chunks.length = 0
      else chunks.push(value)
    }
    return null
  } finally {
    reader.cancel().catch(() => {})
  }
}
