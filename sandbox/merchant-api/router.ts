// The merchant API (contract: Endpoints). Checks run in this order: key (401), rate limit (429), input (4xx),
// existence (404), status (403).
import { randomUUID } from 'node:crypto'
import { Hono, type Context as HonoContext } from 'hono'
import { openInquiry } from '../commands/open-inquiry.ts'
import type { Context } from '../context.ts'
import { gapValue } from '../scenario/gaps/table.ts'
import {
  artifactOrigin,
  asSeen,
  errorStatus,
  presentInquiry,
  successCodes,
  withNovelties,
} from '../scenario/gaps/wire.ts'
import { formatDocuments, newestScans, signedPath, URL_VALIDITY_MS } from '../service/documents.ts'
import {
  INQUIRY_NOT_APPROVED,
  INQUIRY_NOT_FOUND,
  INVALID_INQUIRY_ID,
  methodNotAllowed,
  type Problem,
  ROUTE_NOT_FOUND,
} from '../service/errors.ts'
import { hasDocuments } from '../service/inquiry.ts'
import { uuidSchema } from '../service/schemas.ts'
import type { Inquiry } from '../state/entities.ts'
import { injectDelay, injectFault } from './inject-fault.ts'
import {
  authenticate,
  correlate,
  limitRate,
  type MerchantEnv,
  oneAtATime,
  readJsonBody,
  recordExchange,
  refuse,
  requireTenant,
} from './pipeline.ts'

const INQUIRIES = '/api/v1/customer/inquiries'

export function createMerchantRouter(context: Context): Hono<MerchantEnv> {
  const { store, clock, wire, rateLimits, site } = context
  const router = new Hono<MerchantEnv>()

  router.use(
    '/api/*',
    correlate(),
    recordExchange(wire),
    authenticate(store, clock),
    limitRate(rateLimits),
  )
  for (const step of readJsonBody) router.post(INQUIRIES, step)
  router.use('/api/*', injectFault(context))
  router.post(INQUIRIES, oneAtATime())
  router.use('/api/*', injectDelay())

  router.post(INQUIRIES, (c) => {
    const tenant = requireTenant(c)
    const idempotencyKey = c.req.header('idempotency-key') ?? null
    const given = c.get('correlationId')
    // Events carry a UUID (W9). Generate one if the request's correlation id is no UUID, or isn't to be carried (N24).
    const isCarried =
      gapValue(tenant, 'N24') !== 'not-carried' && uuidSchema.safeParse(given).success
    const correlationId = isCarried ? given : randomUUID()
    if (correlationId !== given) c.set('eventCorrelationId', correlationId)
    const opened = openInquiry(context, tenant, c.get('json'), { idempotencyKey, correlationId })
    if (!opened.ok) return refuse(c, opened.problem)
    c.set('inquiryId', opened.inquiryId)
    return answer(c, { inquiryId: opened.inquiryId }, successCodes(tenant).open)
  })

  router.get(`${INQUIRIES}/:inquiryId`, (c) => {
    const tenant = requireTenant(c)
    const found = findInquiry(c, invalidIdOnStatus(c))
    if (!found.ok) return refuse(c, found.problem)
    const seen = asSeen(found.inquiry, tenant, clock.nowMs(tenant.id))
    return answer(c, presentInquiry(seen, tenant), successCodes(tenant).status)
  })

  router.get(`${INQUIRIES}/:inquiryId/documents`, (c) => {
    const tenant = requireTenant(c)
    const found = findInquiry(c, INVALID_INQUIRY_ID)
    if (!found.ok) return refuse(c, found.problem)
    const { id } = found.inquiry
    const nowMs = clock.nowMs(tenant.id)
    const { status } = asSeen(found.inquiry, tenant, nowMs)
    if (!hasDocuments(status)) return refuse(c, INQUIRY_NOT_APPROVED)
    const origin = artifactOrigin(tenant, site.publicUrl)
    const key = store.artifactSigningKey()
    const expiresAtMs = nowMs + URL_VALIDITY_MS
    const scans = newestScans(store.artifacts.listBy('inquiry', id))
    const documents = formatDocuments(
      id,
      status,
      scans,
      expiresAtMs,
      (artifactId) => origin + signedPath(key, artifactId, expiresAtMs),
    )
    return answer(c, withNovelties(documents, tenant), 200)
  })

  for (const [path, allow] of [
    [INQUIRIES, 'POST'],
    [`${INQUIRIES}/:inquiryId`, 'GET, HEAD'],
    [`${INQUIRIES}/:inquiryId/documents`, 'GET, HEAD'],
  ] as const) {
    router.all(path, (c) => refuse(c, methodNotAllowed(allow)))
  }
  router.all('/api/*', (c) => refuse(c, ROUTE_NOT_FOUND))

  function findInquiry(
    c: HonoContext<MerchantEnv>,
    invalidId: Problem,
  ): { ok: true; inquiry: Inquiry } | { ok: false; problem: Problem } {
    const id = uuidSchema.safeParse(c.req.param('inquiryId'))
    if (!id.success) return { ok: false, problem: invalidId }
    const inquiry = store.inquiries.get(id.data.toLowerCase())
    // Another tenant's inquiry and a missing one get the same 404 (A5).
    if (!inquiry || inquiry.tenantId !== requireTenant(c).id) {
      return { ok: false, problem: INQUIRY_NOT_FOUND }
    }
    c.set('inquiryId', inquiry.id)
    return { ok: true, inquiry }
  }

  return router
}

/** N23: D1 requires a 400 only from the documents route. */
function invalidIdOnStatus(c: HonoContext<MerchantEnv>): Problem {
  return errorStatus(requireTenant(c), 'N23') === 404 ? INQUIRY_NOT_FOUND : INVALID_INQUIRY_ID
}

function answer(
  c: HonoContext<MerchantEnv>,
  value: unknown,
  status: 200 | 201 | 202 | 203 | 207,
): Response {
  const body = JSON.stringify(value)
  c.set('answerBody', body)
  // No proxy or cache may store identity data or document URLs.
  return c.body(body, status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
  })
}
