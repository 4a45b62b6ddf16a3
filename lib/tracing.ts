/**
 * Spans of what this application does, joined by the correlation id from the form to the row. Without a configured
 * exporter each is a call of an empty function; `trace-export.ts` is loaded only with one.
 */
import 'server-only'
import { type Span, SpanStatusCode, trace } from '@opentelemetry/api'
import { errorName } from './log'

/** All that a span of ours may say. Nothing about a person, no key, no URL; the service's inquiryId starts a flow. */
export interface SpanFacts {
  /** Our own id of an inquiry. */
  inquiry?: string
  /** As given to the service when the inquiry was opened, and as its events carry it. */
  correlationId?: string
  eventId?: string
  kind?: string
  outcome?: string
}

const tracer = trace.getTracer('merchant')

/** Runs the work in a span. `note` adds what only the work knows; an error that leaves it is named by its class. */
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
