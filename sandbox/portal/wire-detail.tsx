/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// One exchange, with everything that went over the wire in both directions, and the form that sends a delivery again.
import type { Child } from 'hono/jsx'
import { isAttemptFaultKind, WEBHOOK_FAULTS } from '../scenario/faults.ts'
import type { Delivery, Tenant } from '../state/entities.ts'
import type { ShownBody } from '../state/wire.ts'
import { formatDay } from './instants.ts'
import { Badge, Copied, Facts, Field, Identifier, More, Source, type Tone } from './kit.tsx'
import type { Portal } from './portal.ts'
import { checkSignature } from './signature-check.ts'
import { bodyBytes, type ShownExchange } from './visible-wire.ts'
import { faultInWords } from './words.ts'

export function ExchangeDetail(props: { portal: Portal; tenant: Tenant; exchange: ShownExchange }) {
  const { portal, tenant, exchange } = props
  const { entry, kind } = exchange
  const { delivery } = entry
  const signature = checkSignature(portal.store, tenant, entry)
  const canResend =
    delivery !== null && portal.site.controlEnabled && portal.store.deliveries.get(delivery.id)
  return (
    <article class="stack" aria-labelledby="exchange-title">
      <header class="row">
        <h2 id="exchange-title">
          {entry.direction === 'delivery'
            ? `Delivery of ${kind ?? 'an event'}`
            : shorten(requestLineOf(entry))}
        </h2>
        <AnswerBadge status={entry.status} failure={entry.failure} />
      </header>
      <pre>
        {entry.method} {entry.url}
      </pre>
      <Facts facts={listFacts(exchange, signature)} />
      {canResend && delivery !== null && <ResendForm delivery={delivery} />}
      <h3>Request</h3>
      <Facts isCode facts={Object.entries(entry.requestHeaders)} />
      <Body body={entry.requestBody} of="request" />
      <h3>Response</h3>
      {entry.status === null ? (
        <p class="soft">No response: {entry.failure ?? 'unknown'}.</p>
      ) : (
        <>
          <Facts isCode facts={Object.entries(entry.responseHeaders)} />
          <Body body={entry.responseBody} of="response" />
        </>
      )}
    </article>
  )
}

export function AnswerBadge(props: { status: number | null; failure: string | null }) {
  const { status, failure } = props
  return (
    <Badge tone={answerTone(status)}>
      {status === null ? (failure ?? 'no response') : String(status)}
    </Badge>
  )
}

function answerTone(status: number | null): Tone {
  if (status === null || status >= 500) return 'bad'
  if (status >= 400) return 'wait'
  return status >= 300 ? 'plain' : 'good'
}

/** `GET /inquiries/…`, without what all paths begin with. */
export function requestLineOf({ method, url }: ShownExchange['entry']): string {
  return `${method} ${url.replace('/api/v1/customer', '')}`
}

/** `GET /inquiries/…05be19c7`: the whole path is below. */
const shorten = (line: string): string =>
  line.replace(/[0-9a-f]{8}-[0-9a-f-]{19}(?=[0-9a-f]{8})/, '…')

/** `0.8 ms`, `12 ms`, `5.0 s` */
export function formatDuration(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`
}

function listFacts({ entry, referenceId }: ShownExchange, signature: string | null) {
  const { delivery, inquiryId, fault } = entry
  const copied = (id: string, name: string, text: string) => (
    <Copied id={id} name={name} text={text} />
  )
  const facts: [string, Child][] = [
    ['Time', `${formatDay(entry.at)}, ${entry.at.slice(11, 23)} UTC`],
    ['Took', formatDuration(entry.durationMs)],
    ['Correlation ID', copied('correlation-id', 'correlation ID', entry.correlationId)],
  ]
  if (inquiryId !== null) {
    facts.push([
      'Inquiry',
      <a href={`/portal/inquiries/${inquiryId}`}>
        <Identifier text={referenceId ?? inquiryId} />
      </a>,
    ])
  }
  if (delivery !== null) {
    facts.push(['Delivery ID', copied('delivery-id', 'delivery ID', delivery.deliveryId)])
    facts.push(['Attempt', String(delivery.attempt)])
  }
  if (signature !== null) facts.push(['Signature', signature])
  if (fault !== null) facts.push(['Fault', fault])
  return facts
}

const MAX_HEX_BYTES = 16 * 1024
const BYTE_ORDER_MARK = '\uFEFF'

/** JSON indented for reading, then the exact text, which a signature is about, and hex. */
function Body({ body, of }: { body: ShownBody; of: 'request' | 'response' }) {
  if (body.byteLength === 0) return <p class="hint">No body.</p>
  const bytes = bodyBytes(body)
  const isText = body.encoding === 'utf8'
  const readable = isText ? formatJson(body.content) : null
  const begins = body.content.startsWith(BYTE_ORDER_MARK) ? ', begins with a byte order mark' : ''
  const exact = <Source name={`Body of the ${of}, exact`} text={body.content} />
  return (
    <>
      <p class="hint">
        {body.byteLength.toLocaleString('en')} bytes{isText ? begins : ', not valid UTF-8'}
        {body.truncated && `; the first ${bytes.byteLength.toLocaleString('en')} were kept`}
      </p>
      {isText && readable === null && exact}
      {readable !== null && (
        <>
          <Source name={`Body of the ${of}, indented`} text={readable} />
          <More title="Exact text">{exact}</More>
        </>
      )}
      <More title="Hex" open={!isText}>
        <Source
          name={`Body of the ${of}, in hex`}
          text={hexDump(bytes.subarray(0, MAX_HEX_BYTES))}
        />
        {bytes.byteLength > MAX_HEX_BYTES && (
          <p class="hint">The first {MAX_HEX_BYTES.toLocaleString('en')} bytes.</p>
        )}
      </More>
    </>
  )
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

const BYTES_PER_LINE = 16

/** Offset, sixteen bytes in hex, and the printable characters. */
function hexDump(bytes: Uint8Array): string {
  const lines: string[] = []
  for (let offset = 0; offset < bytes.byteLength; offset += BYTES_PER_LINE) {
    const line = [...bytes.subarray(offset, offset + BYTES_PER_LINE)]
    const hex = line.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
    const text = line.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.'))
    const start = offset.toString(16).padStart(8, '0')
    lines.push(`${start}  ${hex.padEnd(BYTES_PER_LINE * 3 - 1)}  ${text.join('')}`)
  }
  return lines.join('\n')
}

/** Faults that apply when a delivery is created mean nothing for a single attempt. */
export const RESEND_FAULTS = Object.entries(WEBHOOK_FAULTS).filter(([kind]) =>
  isAttemptFaultKind(kind),
)

export function ResendForm({ delivery }: { delivery: Pick<Delivery, 'id'> }) {
  const fieldId = `fault-${delivery.id}`
  return (
    <form class="row" method="post" action={`/portal/deliveries/${delivery.id}/resend`}>
      <Field id={fieldId} label="Send it again">
        <select id={fieldId} name="fault">
          <option value="">Unchanged</option>
          <optgroup label="With a fault">
            {RESEND_FAULTS.map(([kind, effect]) => (
              <option value={kind}>
                {faultInWords(kind)}: {effect}
              </option>
            ))}
          </optgroup>
        </select>
      </Field>
      <button class="button" type="submit">
        Send
      </button>
    </form>
  )
}
