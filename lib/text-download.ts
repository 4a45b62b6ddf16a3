/** A file of text that is made while it is downloaded, and kept by no cache. */
export function textDownload(name: string, type: string, chunks: AsyncGenerator<string>): Response {
  return new Response(toStream(chunks), {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  })
}

/** Chunks are made only as fast as the client reads, and not after it disconnects. An error fails the download. */
function toStream(chunks: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })
}
