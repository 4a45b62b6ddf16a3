/** CSV files (RFC 4180), generated while they are downloaded. */

/** Spreadsheets run a cell that starts like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/

export const toCsvLine = (values: readonly unknown[]): string =>
  `${values.map(toCell).join(',')}\r\n`

function toCell(value: unknown): string {
  const text = value instanceof Date ? value.toISOString() : String(value ?? '')
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Never cached. */
export function csvDownload(name: string, chunks: AsyncGenerator<string>): Response {
  return new Response(toStream(chunks), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
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
