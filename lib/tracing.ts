/**
 * Spans of what this app does, joined by the correlation id of the inquiry. Without a configured exporter they are no-ops;
 * `trace-export.ts` is loaded only if there is one.
 */
import 'server-only'
import { type Span, SpanStatusCode, trace } from '@opentelemetry/api'
import { errorName } from './log'

/** The only attributes that our spans may have: no personal data, keys or URLs, nor the inquiryId, which is a bearer token. */
export interface SpanFacts {
  /** Our own id of an inquiry. */
  inquiry?: string
  /** Sent to the service when the inquiry is opened, and returned in its events. */
  correlationId?: string
  eventId?: string
  kind?: string
  outcome?: string
}

const tracer = trace.getTracer('merchant')

/** Runs `work` in a span. `note` adds attributes; a thrown error is recorded by its class only. */
export function traced<Value>(
  name: string,
  facts: SpanFacts,
  work: (note: (facts: SpanFacts) => void) => Promise<Value>,
): Promise<Value> {
  return tracer.startActiveSpan(name, { attributes: { ...facts } }, async (span) => {
    try {
      return await work((more) => span.setAttributes({ ...more }))
    } catch (error) {
      fail(span, error)
      throw error
    } finally {
      span.end()
    }
  })
}

function fail(span: Span, error: unknown): void {
  span.setAttribute('error', errorName(error))
  span.setStatus({ code: SpanStatusCode.ERROR })
}
