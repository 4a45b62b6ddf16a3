// Traces as a collector receives them over HTTP, after all filtering.

import { createHmac } from 'node:crypto'
import { context, propagation, SpanStatusCode, trace } from '@opentelemetry/api'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { db } from './db'
import { openInquiry } from './inquiries/open-inquiry'
import { receiveDelivery } from './inquiries/receive-delivery'
import { reconcileOne } from './inquiries/reconcile'
import { filledForm } from './testing/filled-form'
import { type ScriptedService, startScriptedService } from './testing/scripted-service'
import { newApplicant, startTestApp, type TestApp, WEBHOOK_SECRET } from './testing/test-app'
import { startTraceExport, type TraceExport } from './trace-export'

let app: TestApp
let collector: ScriptedService
let traces: TraceExport
beforeAll(async () => {
  ;[app, collector] = await Promise.all([startTestApp(), startScriptedService()])
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url)
  traces = startTraceExport('merchant-test')
})
beforeEach(() => collector.answer(() => ({ status: 200, body: {} })))
afterAll(async () => {
  trace.disable()
  context.disable()
  propagation.disable()
  await Promise.all([app.stop(), collector.stop()])
})

const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              name: z.string(),
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              attributes: z.array(z.object({ key: z.string(), value: z.unknown() })),
              events: z.array(z.unknown()).optional(),
              status: z.object({ code: z.number(), message: z.string().optional() }),
            }),
          ),
        }),
      ),
    }),
  ),
})

async function exported() {
  await traces.flush()
  return collector.requests
    .flatMap(({ body }) => exportSchema.parse(JSON.parse(body)).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .map(({ attributes, ...span }) => ({
      ...span,
      facts: Object.fromEntries(
        attributes.map(({ key, value }) => [key, Object.values(Object(value))[0]]),
      ),
    }))
}

test('open, event and read-back of one inquiry are joined by its correlation id', async () => {
  const applicant = newApplicant()
  const inquiryId = crypto.randomUUID()
  app.service.answer(({ method }) =>
    method === 'POST'
      ? { status: 201, body: { inquiryId } }
      : { body: { inquiryId, referenceId: null, status: 'APPROVED', reviewReasons: [] } },
  )
  await openInquiry(applicant, filledForm({ note: 'Ada Lovelace' }))
  const row = await db().inquiry.findFirstOrThrow({ where: { applicantHash: applicant.hash } })
  const { id: inquiry, correlationId, referenceId } = row
  const event = {
    id: crypto.randomUUID(),
    type: 'inquiry.approved',
    createdAt: new Date().toISOString(),
    data: { inquiryId, referenceId, status: 'APPROVED', correlationId },
  }
  const body = Buffer.from(JSON.stringify(event))
  const digest = createHmac('sha256', WEBHOOK_SECRET).update(body).digest()
  await receiveDelivery({ body, digest, deliveryId: 'd' })
  await reconcileOne(inquiry)

  const spans = await exported()
  expect(spans.filter(({ facts }) => facts.correlationId === correlationId)).toMatchObject([
    { name: 'open inquiry', facts: { inquiry } },
    { name: 'record event', facts: { inquiry, outcome: 'recorded', eventId: event.id } },
    { name: 'read inquiry', facts: { inquiry } },
  ])
  const call = spans.find(({ name }) => name === 'service open')
  const open = spans.find(({ name }) => name === 'open inquiry')
  expect(call).toMatchObject({ traceId: open?.traceId, parentSpanId: open?.spanId })
  const sent = collector.requests.map((request) => request.body).join()
  for (const secret of [inquiryId, referenceId, applicant.hash, 'Lovelace', WEBHOOK_SECRET])
    expect(sent).not.toContain(secret)
})

test('spans from Next keep only the allowed attributes: no URL and no error message', async () => {
  const secret = '11111111-2222-4333-8444-555555555555'
  const tracer = trace.getTracer('next.js')
  const page = tracer.startSpan('GET /admin/inquiries', {
    attributes: { 'http.method': 'GET', 'http.target': `/admin/inquiries?q=${secret}` },
  })
  page.recordException(new Error(`not found: ${secret}`))
  page.setStatus({ code: SpanStatusCode.ERROR, message: secret })
  page.end()
  tracer
    .startSpan(`fetch GET https://verify.example/${secret}`, {
      attributes: { 'next.span_type': 'AppRender.fetch' },
    })
    .end()
  expect(await exported()).toMatchObject([
    { name: 'GET /admin/inquiries', facts: { 'http.method': 'GET' }, status: { code: 2 } },
  ])
  expect(collector.requests.map((request) => request.body).join()).not.toContain(secret)
})
