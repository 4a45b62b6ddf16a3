/** Reads a delivery's exact bytes, and stops reading when there are too many. */

/** The bytes as they arrived; null when they are more than `maxBodyBytes`, however long the request claims to be. */
export async function readBody(request: Request, maxBodyBytes: number): Promise<Uint8Array | null> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBodyBytes) return null
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > maxBodyBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
