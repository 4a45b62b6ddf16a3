/** Reads a delivery's exact bytes, and never takes more of them than a delivery may have. */

/**
 * The bytes as they arrived; null when they are more than `maxBodyBytes`. A request that says how long it is has no more
 * than that to give, as HTTP ends it there, and is read at once; any other is counted while it is read.
 */
export async function readBody(request: Request, maxBodyBytes: number): Promise<Uint8Array | null> {
  const contentLength = request.headers.get('content-length')
  if (contentLength === null) return readCounted(request, maxBodyBytes)
  if (Number(contentLength) > maxBodyBytes) return null
  const body = new Uint8Array(await request.arrayBuffer())
  return body.byteLength > maxBodyBytes ? null : body
}

async function readCounted(request: Request, maxBodyBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > maxBodyBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
