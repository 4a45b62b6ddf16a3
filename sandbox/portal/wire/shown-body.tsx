/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// A body as it went over the wire: JSON indented for reading, then the exact text, which a signature is about, and hex.
import type { ShownBody as Body } from '../../state/wire.ts'
import { Json } from '../shell/pieces.tsx'
import { hexDump } from './hex-dump.ts'

const MAX_HEX_BYTES = 16 * 1024
const BYTE_ORDER_MARK = '\uFEFF'

export function ShownBody({ body, of }: { body: Body; of: 'request' | 'response' }) {
  if (body.byteLength === 0) return <p class="body-facts">No body.</p>
  const bytes = bodyBytes(body)
  const isText = body.encoding === 'utf8'
  const readable = isText ? formatJson(body.content) : null
  const begins = body.content.startsWith(BYTE_ORDER_MARK) ? ', begins with a byte order mark' : ''
  const exact = (
    <section class="bytes" tabindex={0} aria-label={`Body of the ${of}, exact`}>
      <pre>{body.content}</pre>
    </section>
  )
  return (
    <>
      <p class="body-facts">
        {body.byteLength.toLocaleString('en')} bytes{isText ? begins : ', not valid UTF-8'}
        {body.truncated && `; the first ${bytes.byteLength.toLocaleString('en')} were kept`}
      </p>
      {isText && readable === null && exact}
      {readable !== null && (
        <>
          <Json name={`Body of the ${of}, indented`} text={readable} />
          <details class="source">
            <summary>Exact text</summary>
            {exact}
          </details>
        </>
      )}
      <details class="source" open={!isText}>
        <summary>Hex</summary>
        <section class="hex" tabindex={0} aria-label={`Body of the ${of}, in hex`}>
          <pre>{hexDump(bytes.subarray(0, MAX_HEX_BYTES))}</pre>
        </section>
        {bytes.byteLength > MAX_HEX_BYTES && (
          <p class="muted">The first {MAX_HEX_BYTES.toLocaleString('en')} bytes.</p>
        )}
      </details>
    </>
  )
}

export function bodyBytes({ content, encoding }: Body): Uint8Array {
  return Buffer.from(content, encoding)
}

/** Null if the text isn't JSON or is already indented. */
function formatJson(text: string): string | null {
  try {
    const formatted = JSON.stringify(JSON.parse(text), null, 2)
    return formatted === text ? null : formatted
  } catch {
    return null
  }
}
