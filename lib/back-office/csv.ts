/** CSV files (RFC 4180), generated while they are downloaded. */
import { ReadableStream, TextEncoderStream } from 'node:stream/web'
import { log } from '../runtime/log'

/** Spreadsheets run a cell that starts like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/

export const toCsvLine = (values: readonly unknown[]): string =>
  `${values.map(toCell).join(',')}\r\n`

function toCell(value: unknown): string {
  const text = value instanceof Date ? value.toISOString() : String(value ?? '')
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * Never cached. Chunks are generated as fast as the client reads, and none after it has left.
 * @param may asked before each chunk is sent: once it says no, the download breaks off, so that it doesn't look complete
 */
export function csvDownload(
  name: string,
  chunks: AsyncGenerator<string>,
  may: () => Promise<boolean>,
): Response {
  const stream = ReadableStream.from(whileAllowed(chunks, may)).pipeThrough(new TextEncoderStream())
  // It is the global one, but only its type in Node has `from`.
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
