/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// One line per exchange, in a group per correlation id. The stream sends the same HTML to the browser.
import { Badge, type Tone } from '../shell/pieces.tsx'
import type { ShownExchange } from './visible-wire.ts'

const API_PREFIX = '/api/v1/customer'
const UUID_TAIL = /(?<=[0-9a-f]{8})(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

export function ExchangeGroup(props: { exchanges: readonly ShownExchange[]; selected?: number }) {
  const { exchanges, selected } = props
  const [first] = exchanges
  if (!first) return null
  const { correlationId } = first.entry
  const { referenceId, entry } = exchanges.find((one) => one.referenceId !== null) ?? first
  return (
    <section class="wire-group" data-correlation={correlationId} aria-label={correlationId}>
      <header>
        {entry.inquiryId !== null && (
          <a href={`/portal/inquiries/${entry.inquiryId}`}>{referenceId ?? 'Inquiry'}</a>
        )}
        <code title="Correlation id">{correlationId}</code>
      </header>
      <ol>
        {exchanges.map((exchange) => (
          <ExchangeRow exchange={exchange} isSelected={exchange.entry.sequence === selected} />
        ))}
      </ol>
    </section>
  )
}

/** Column headings, hidden from screen readers because each row's link names its parts. */
export function ExchangeHeads() {
  return (
    <div class="wire-heads" aria-hidden="true">
      <span>Direction</span>
      <span>Exchange</span>
      <span>Answer</span>
      <span class="wire-took">Took</span>
      <span class="wire-at">Time</span>
    </div>
  )
}

export function ExchangeRow(props: { exchange: ShownExchange; isSelected?: boolean }) {
  const { exchange, isSelected = false } = props
  const { entry, facts, kind } = exchange
  const isDelivery = entry.direction === 'delivery'
  return (
    <li
      data-sequence={entry.sequence}
      data-text={facts.text}
      data-direction={facts.direction}
      data-problem={facts.isProblem ? '' : undefined}
    >
      <a href={`/portal/wire/${entry.sequence}`} aria-current={isSelected ? 'true' : undefined}>
        <span class={`wire-direction wire-${entry.direction}`}>
          <span aria-hidden="true">{isDelivery ? '↗' : '↘'}</span> {isDelivery ? 'out' : 'in'}
          <span class="visually-hidden">{isDelivery ? ', delivery' : ', request'}</span>
        </span>
        <span class="wire-what">
          {isDelivery ? (kind ?? 'event') : `${entry.method} ${shortenPath(entry.url)}`}
          {isDelivery && entry.delivery && entry.delivery.attempt > 1 && (
            <small> attempt {entry.delivery.attempt}</small>
          )}
          {entry.fault !== null && <small class="wire-fault"> {entry.fault}</small>}
        </span>
        <span class="wire-answer">
          <AnswerBadge status={entry.status} failure={entry.failure} />
        </span>
        <span class="wire-took">{formatDuration(entry.durationMs)}</span>
        <span class="wire-at">{entry.at.slice(11, 23)}</span>
      </a>
    </li>
  )
}

export function AnswerBadge(props: { status: number | null; failure: string | null }) {
  const { status, failure } = props
  return (
    <Badge tone={answerTone(status)}>
      {status === null ? (failure ?? 'no answer') : String(status)}
    </Badge>
  )
}

function answerTone(status: number | null): Tone {
  if (status === null || status >= 500) return 'bad'
  if (status >= 400) return 'wait'
  return status >= 300 ? 'plain' : 'good'
}

/** The detail shows the whole path; a line has room only for what distinguishes it. */
function shortenPath(path: string): string {
  return path.replace(API_PREFIX, '').replace(UUID_TAIL, '…')
}

/** `0.8 ms`, `12 ms`, `5.0 s` */
export function formatDuration(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`
}
