// The merchant API (contract: Endpoints). Checks run in this order: key (401), rate limit (429), input (4xx),
// existence (404), status (403).
import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { Opening } from '../commands/open-inquiry.ts'
import type { Sandbox } from '../index.ts'
import { gapValue } from '../scenario/gaps.ts'
import {
  formatDocuments,
  formatInquiry,
  shownStatus,
  withNovelties,
} from '../service/formatters.ts'
import { type Problem, refuse } from '../service/problems.ts'
import { uuidSchema } from '../service/schemas.ts'
import type { Inquiry } from '../state/entities.ts'
import { playApiFault, playSlowness } from './api-faults.ts'
import { oneAtATime } from './idempotency.ts'
import { readJsonBody } from './json-body.ts'
import {
  authenticate,
  checkCorrelationId,
  correlate,
  limitRate,
  type MerchantEnv,
  requireTenant,
} from './pipeline.ts'
import { recordExchange } from './record-exchange.ts'

const INQUIRIES = '/api/v1/customer/inquiries'

const NOT_FOUND: Problem = {
  status: 404,
  code: 'INQUIRY_NOT_FOUND',
  message: 'There is no such inquiry.',
}

export function createMerchantRouter(sandbox: Sandbox): Hono<MerchantEnv> {
  const { store, clock, life, artifacts, rateLimits } = sandbox
  const opening = new Opening(store, clock, life)
  const router = new Hono<MerchantEnv>()

  router.use(
    '/api/*',
    correlate(),
    recordExchange(sandbox.wire, clock),
    authenticate(store, clock),
    limitRate(rateLimits),
    checkCorrelationId(),
  )
  router.use('/api/*', playApiFault(store))
  router.post(INQUIRIES, oneAtATime())
  router.use('/api/*', playSlowness())

  router.post(INQUIRIES, async (c) => {
    const tenant = requireTenant(c)
    const body = await readJsonBody(c)
    if (!body.ok) return refuse(c, body.problem)
    const idempotencyKey = c.req.header('idempotency-key') ?? null
    const given = c.get('correlationId')
    // Events carry a UUID (W9); any other trace identifier gets one beside it (N24).
    const correlationId = uuidSchema.safeParse(given).success ? given : randomUUID()
    if (correlationId !== given) c.set('eventCorrelationId', correlationId)
    const headers = { idempotencyKey, correlationId }
    const opened = opening.open(tenant, body.value, headers, sandbox.onOpened)
    if (!opened.ok) return refuse(c, opened.problem)
    c.set('inquiryId', opened.inquiryId)
    return answer(c, { inquiryId: opened.inquiryId }, openStatus(gapValue(tenant, 'N1')))
  })

  router.get(`${INQUIRIES}/:inquiryId`, (c) => {
    const tenant = requireTenant(c)
    const found = findInquiry(c)
    if (!found.ok) return refuse(c, found.problem)
    const status = gapValue(tenant, 'N1') === 'open-207-status-203' ? 203 : 200
    return answer(c, withNovelties(tenant, formatInquiry(found.inquiry, tenant, clock)), status)
  })

  router.get(`${INQUIRIES}/:inquiryId/documents`, (c) => {
    const tenant = requireTenant(c)
    const found = findInquiry(c)
    if (!found.ok) return refuse(c, found.problem)
    const nowMs = clock.nowMs(tenant.id)
    const status = shownStatus(found.inquiry, tenant, nowMs)
    if (status !== 'APPROVED' && status !== 'NEEDS_REVIEW') {
      return refuse(c, {
        status: 403,
        code: 'INQUIRY_NOT_APPROVED',
        message: 'Documents are served only while the inquiry is approved or needs review.',
      })
    }
    const origin = sandbox.artifactOrigin(tenant)
    const documents = formatDocuments(found.inquiry, status, artifacts, origin, nowMs)
    return answer(c, withNovelties(tenant, documents), 200)
  })

  for (const [path, allow] of [
    [INQUIRIES, 'POST'],
    [`${INQUIRIES}/:inquiryId`, 'GET, HEAD'],
    [`${INQUIRIES}/:inquiryId/documents`, 'GET, HEAD'],
  ] as const) {
    router.all(path, (c) =>
      refuse(c, {
        status: 405,
        code: 'METHOD_NOT_ALLOWED',
        message: `This route answers ${allow}.`,
        headers: { allow },
      }),
    )
  }

  router.all('/api/*', (c) =>
    refuse(c, { status: 404, code: 'ROUTE_NOT_FOUND', message: 'There is no such route.' }),
  )

  function findInquiry(
    c: Context<MerchantEnv>,
  ): { ok: true; inquiry: Inquiry } | { ok: false; problem: Problem } {
    const id = uuidSchema.safeParse(c.req.param('inquiryId'))
    if (!id.success) {
      const isStatusRoute = !c.req.path.endsWith('/documents')
      if (isStatusRoute && gapValue(requireTenant(c), 'N23') === '404') {
        return { ok: false, problem: NOT_FOUND }
      }
      return {
        ok: false,
        problem: {
          status: 400,
          code: 'INVALID_INQUIRY_ID',
          message: 'inquiryId must be a canonical hyphenated UUID.',
        },
      }
    }
    const inquiry = store.inquiries.get(id.data.toLowerCase())
    // Another tenant's inquiry and a missing one are the same 404 (A5).
    if (!inquiry || inquiry.tenantId !== requireTenant(c).id) {
      return { ok: false, problem: NOT_FOUND }
    }
    c.set('inquiryId', inquiry.id)
    return { ok: true, inquiry }
  }

  return router
}

function answer(
  c: Context<MerchantEnv>,
  value: unknown,
  status: 200 | 201 | 202 | 203 | 207,
): Response {
  const body = JSON.stringify(value)
  c.set('answerBody', body)
  // Identity and document URLs: nobody on the way may keep them.
  return c.body(body, status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
  })
}

function openStatus(codes: ReturnType<typeof gapValue<'N1'>>): 200 | 201 | 202 | 207 {
  switch (codes) {
    case 'open-201-status-200':
      return 201
    case 'open-200-status-200':
      return 200
    case 'open-202-status-200':
      return 202
    case 'open-207-status-203':
      return 207
  }
}
