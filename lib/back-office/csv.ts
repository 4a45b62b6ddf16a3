/** CSV files (RFC 4180), streamed. */
import { ReadableStream, TextEncoderStream } from 'node:stream/web'
import { log } from '../runtime/log'

/** A spreadsheet would run a cell that starts with one of these as a formula. */
const FORMULA = /^[=+\-@\t\r]/

export const toCsvLine = (values: readonly unknown[]): string =>
  `${values.map(toCell).join(',')}\r\n`

function toCell(value: unknown): string {
  const text = value instanceof Date ? value.toISOString() : String(value ?? '')
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * Streams chunks as fast as the client reads them, and stops when the client disconnects. The response is never cached.
 * @param may checked before each chunk. Once it is false, the download breaks off with an error, so that it doesn't look complete
 */
export function csvDownload(
  name: string,
  chunks: AsyncGenerator<string>,
  may: () => Promise<boolean>,
): Response {
  const stream = ReadableStream.from(whileAllowed(chunks, may)).pipeThrough(new TextEncoderStream())
  // At run time this is the global ReadableStream. Only Node's type declares `from`.
  return new Response(stream as BodyInit, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  })
}

async function* whileAllowed(chunks: AsyncGenerator<string>, may: () => Promise<boolean>) {
  for await (const chunk of chunks) {
    if (!(await may())) {
      log.warn('download_stopped', { reason: 'not_allowed_any_more' })
      throw new Error('The reader may not see any more')
    }
    yield chunk
  }
}
