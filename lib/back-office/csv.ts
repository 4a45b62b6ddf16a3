/** CSV files (RFC 4180), generated while they are downloaded. */
import { ReadableStream, TextEncoderStream } from 'node:stream/web'

/** Spreadsheets run a cell that starts like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/

export const toCsvLine = (values: readonly unknown[]): string =>
  `${values.map(toCell).join(',')}\r\n`

function toCell(value: unknown): string {
  const text = value instanceof Date ? value.toISOString() : String(value ?? '')
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Never cached. Chunks are generated as fast as the client reads, and none after it has left. */
export function csvDownload(name: string, chunks: AsyncGenerator<string>): Response {
  const stream = ReadableStream.from(chunks).pipeThrough(new TextEncoderStream())
  // It is the global one, but only its type in Node has `from`.
  return new Response(stream as BodyInit, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  })
}
