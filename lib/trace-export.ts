/** Exports spans with OTLP over HTTP. `start-up.ts` loads it only if an endpoint is configured. */
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
/** Excludes `http.target` and `http.url`, which can contain search terms. */
const OF_NEXT = ['http.method', 'http.route', 'http.status_code', 'next.route', 'next.span_type']
const ALLOWED = new Set([...Object.keys(OWN), ...OF_NEXT, 'error'])
/** Next names fetch spans by their URL. Our own spans cover service calls without it. */
const FETCH_SPAN = 'AppRender.fetch'

export interface TraceExport {
  /** Sends pending spans. */
  flush(): Promise<void>
}

/** The exporter reads its endpoint and headers from the standard `OTEL_EXPORTER_OTLP_…` variables. */
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

/** Drops recorded exceptions and the status message: an error's text could contain anything. */
const reduce = (span: ReadableSpan): ReadableSpan =>
  Object.create(span, {
    attributes: { value: allowedOf(span.attributes) },
    events: { value: [] },
    status: { value: { code: span.status.code } },
  })

const allowedOf = (attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => ALLOWED.has(name)))
