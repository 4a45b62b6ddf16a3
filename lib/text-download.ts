/** A text file that is generated while it is downloaded, and never cached. */
export function textDownload(name: string, type: string, chunks: AsyncGenerator<string>): Response {
  return new Response(toStream(chunks), {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  })
}

/** Generates chunks only as fast as the client reads, and none after it disconnects. An error fails the download. */
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
