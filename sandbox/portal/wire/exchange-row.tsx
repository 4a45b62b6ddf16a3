/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// One line per exchange, newest first, in a group per correlation id. The stream sends the same HTML to the browser.
import { Identifier, IdentifierEnd, PathIdentifier } from '../shell/identifier.tsx'
import { Badge, type Tone } from '../shell/pieces.tsx'
import type { ShownExchange } from './visible-wire.ts'

const API_PREFIX = '/api/v1/customer'

/** The style sheet hides the header of a single exchange, whose own line says it all. */
export function ExchangeGroup(props: { exchanges: readonly ShownExchange[]; selected?: number }) {
  const { selected } = props
  const exchanges = props.exchanges.toSorted(newestFirst)
  const [first] = exchanges
  if (!first) return null
  const { correlationId } = first.entry
  const { referenceId, entry } = exchanges.find((one) => one.referenceId !== null) ?? first
  return (
    <section class="wire-group" data-correlation={correlationId} aria-label={correlationId}>
      <header>
        {entry.inquiryId !== null && (
          <a href={`/portal/inquiries/${entry.inquiryId}`}>
            {referenceId === null ? 'Inquiry' : <Identifier text={referenceId} />}
          </a>
        )}
        <span class="wire-correlation">
          <span>Correlation ID</span>
          <Identifier text={correlationId} />
        </span>
      </header>
      <ol>
        {exchanges.map((exchange) => (
          <ExchangeRow exchange={exchange} isSelected={exchange.entry.sequence === selected} />
        ))}
      </ol>
    </section>
  )
}

/** By start, because exchanges are recorded when they end. On a tie, the later sequence is newer. */
export function newestFirst(
  { entry: one }: ShownExchange,
  { entry: other }: ShownExchange,
): number {
  return other.at.localeCompare(one.at) || other.sequence - one.sequence
}

/** Column headings, hidden from screen readers because each row's link names its parts. */
export function ExchangeHeads() {
  return (
    <div class="wire-heads" aria-hidden="true">
      <span>Direction</span>
      <span>Exchange</span>
      <span class="wire-reference">Reference</span>
      <span>Status</span>
      <span class="wire-took">Took</span>
      <span class="wire-at">Time</span>
    </div>
  )
}

export function ExchangeRow(props: { exchange: ShownExchange; isSelected?: boolean }) {
  const { exchange, isSelected = false } = props
  const { entry, facts, kind, referenceId } = exchange
  const isDelivery = entry.direction === 'delivery'
  return (
    <li
      data-sequence={entry.sequence}
      data-at={entry.at}
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
          {isDelivery ? (
            <span class="identifier">{kind ?? 'event'}</span>
          ) : (
            <RequestLine entry={entry} />
          )}
          {isDelivery && entry.delivery && entry.delivery.attempt > 1 && (
            <small> attempt {entry.delivery.attempt}</small>
          )}
          {entry.fault !== null && <small class="wire-fault"> {entry.fault}</small>}
        </span>
        <span class="wire-reference">
          {referenceId !== null && <IdentifierEnd text={referenceId} />}
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
  return `${method} ${url.replace(API_PREFIX, '')}`
}

export function RequestLine({ entry }: { entry: ShownExchange['entry'] }) {
  return <PathIdentifier text={requestLineOf(entry)} />
}

/** `0.8 ms`, `12 ms`, `5.0 s` */
export function formatDuration(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`
}
