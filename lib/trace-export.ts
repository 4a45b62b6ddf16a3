/** Sends spans by OTLP over HTTP. Loaded by `start-up.ts`, and only when an endpoint is configured. */
import 'server-only'
import type { Attributes } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node'
import type { SpanFacts } from './tracing'

const OWN = {
  inquiry: true,
  correlationId: true,
  eventId: true,
  kind: true,
  outcome: true,
} satisfies Record<keyof SpanFacts, true>
/** Next's: `http.target` and `http.url` are not among them, as they hold search words and the service's inquiryId. */
const OF_NEXT = ['http.method', 'http.route', 'http.status_code', 'next.route', 'next.span_type']
const ALLOWED = new Set([...Object.keys(OWN), ...OF_NEXT, 'error'])
/** Next names the span of a fetch by its URL. Our own spans of service calls say the same without it. */
const FETCH_SPAN = 'AppRender.fetch'

export interface TraceExport {
  /** Sends what has not been sent yet. */
  flush(): Promise<void>
}

/** Where to and with which headers: the standard `OTEL_EXPORTER_OTLP_…` variables, read by the exporter itself. */
export function startTraceExport(serviceName: string): TraceExport {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [new BatchSpanProcessor(onlyAllowed(new OTLPTraceExporter()))],
  })
  provider.register()
  return { flush: () => provider.forceFlush() }
}

function onlyAllowed(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.filter(isExported).map(reduce), done),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  }
}

const isExported = (span: ReadableSpan) => span.attributes['next.span_type'] !== FETCH_SPAN

/** Recorded exceptions and the status message hold an error's text, and that may hold anything. */
const reduce = (span: ReadableSpan): ReadableSpan =>
  Object.create(span, {
    attributes: { value: allowedOf(span.attributes) },
    events: { value: [] },
    status: { value: { code: span.status.code } },
  })

const allowedOf = (attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => ALLOWED.has(name)))
