// Opens an inquiry (O1–O8): once per Idempotency-Key (N2, R1), in one commit with all its effects.
import { randomUUID } from 'node:crypto'
import { lifetimeMs } from '../scenario/gaps/life.ts'
import { gapValue } from '../scenario/gaps/table.ts'
import { errorStatus, openRequestSchemaOf } from '../scenario/gaps/wire.ts'
import { type Refused, refused, serverError } from '../service/errors.ts'
import {
  chooseRevision,
  expiryMs,
  hashRequest,
  IDEMPOTENCY_RETENTION_MS,
  readOpenRequest,
} from '../service/opening.ts'
import type { OpenRequest } from '../service/schemas.ts'
import type { FailureStatus, Revision, Tenant } from '../state/entities.ts'
import type { Store } from '../state/store.ts'
import type { Core } from './core.ts'
import type { Inquiries } from './inquiries.ts'

/** A referenceId that sets the outcome: `…sandbox:NEEDS_REVIEW` on submission, `…sandbox-auto:FAILED` right after the open. */
const MAGIC_REFERENCE = /(?:^|[._:@/-])sandbox(-auto)?:([A-Z][A-Z0-9_]{0,63})$/

export type Opened = { ok: true; inquiryId: string } | Refused

export function openInquiry(
  core: Core & { inquiries: Inquiries },
  tenant: Tenant,
  body: unknown,
  headers: { idempotencyKey: string | null; correlationId: string },
): Opened {
  const { store, clock, inquiries } = core
  const read = readRequest(tenant, body)
  if (!read.ok) return read
  const { request } = read
  const { idempotencyKey: key, correlationId } = headers
  // A retry gets the stored response, even if its expiresAt has passed in the meantime (R1).
  const earlier = key === null ? null : replay(core, tenant, request, key)
  if (earlier) return earlier
  const found = findRevision(store, tenant, request)
  if (!found.ok) return found
  const { revision } = found
  const nowMs = clock.nowMs(tenant.id)
  const expiry = expiryMs(request, nowMs, lifetimeMs(tenant))
  if (!expiry.ok) return expiry
  const openedAt = new Date(nowMs).toISOString()
  const referenceId = request.referenceId ?? null
  return store.transaction(() => {
    const plan = takePlan(store, tenant, referenceId)
    const inquiry = store.inquiries.put({
      id: randomUUID(),
      tenantId: tenant.id,
      templateId: revision.templateId,
      revisionId: revision.id,
      referenceId,
      note: request.note ?? null,
      idempotency: key === null ? null : { key, bodyHash: hashRequest(request) },
      openedAt,
      expiresAt: new Date(expiry.expiresAtMs).toISOString(),
      status: 'PENDING',
      history: [{ status: 'PENDING', at: openedAt }],
      reviewReasons: [],
      correlationId,
      steps: revision.definition.steps,
      results: [],
      personalInfo: null,
      document: null,
      plannedOutcome: plan.outcome,
      order: plan.order,
      scheduled: [],
      finishedAt: null,
      lastEventAt: null,
      isTold: false,
    })
    if (plan.isAutomatic) inquiries.complete(inquiry.id, plan.outcome)
    return { ok: true, inquiryId: inquiry.id }
  })
}

/** For N2 `keeps-failures`: stores the server error of an open, unless its key already has an answer. */
export function keepFailure(
  core: Core,
  tenant: Tenant,
  body: unknown,
  key: string | null,
  status: FailureStatus,
): void {
  if (key === null || gapValue(tenant, 'N2') !== 'keeps-failures') return
  const read = readRequest(tenant, body)
  if (!read.ok || replay(core, tenant, read.request, key)) return
  core.store.keptFailures.put({
    id: scopedKey(tenant, key),
    tenantId: tenant.id,
    bodyHash: hashRequest(read.request),
    status,
    at: core.clock.nowIso(tenant.id),
  })
}

function readRequest(tenant: Tenant, body: unknown) {
  return readOpenRequest(body, openRequestSchemaOf(tenant))
}

/** The response to a repeated Idempotency-Key according to N2; null if the open should proceed. */
function replay(core: Core, tenant: Tenant, request: OpenRequest, key: string): Opened | null {
  const reuse = gapValue(tenant, 'N2')
  const first = reuse === 'ignored' ? null : firstAnswer(core, tenant, key)
  if (!first) return null
  if (reuse === 'conflict') {
    return refused(409, 'IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used before.')
  }
  if (first.bodyHash === hashRequest(request)) return first.answer
  const message = 'This Idempotency-Key was used before with a different body.'
  return refused(422, 'IDEMPOTENCY_KEY_REUSED', message)
}

/** Each tenant has its own Idempotency-Keys. */
const scopedKey = ({ id }: Tenant, key: string): string => `${id} ${key}`

/** The answer to the first open with this key; null once it is forgotten. */
function firstAnswer(
  { store, clock }: Core,
  tenant: Tenant,
  key: string,
): { bodyHash: string | undefined; answer: Opened } | null {
  const id = scopedKey(tenant, key)
  const isRemembered = (at: string) =>
    clock.nowMs(tenant.id) - Date.parse(at) < IDEMPOTENCY_RETENTION_MS
  const inquiry = store.inquiries.listBy('idempotencyKey', id).at(-1)
  if (inquiry && isRemembered(inquiry.openedAt)) {
    const answer = { ok: true as const, inquiryId: inquiry.id }
    return { bodyHash: inquiry.idempotency?.bodyHash, answer }
  }
  const failure = gapValue(tenant, 'N2') === 'keeps-failures' ? store.keptFailures.get(id) : null
  if (!failure || !isRemembered(failure.at)) return null
  return {
    bodyHash: failure.bodyHash,
    answer: { ok: false, problem: serverError(failure.status) },
  }
}

function findRevision(
  store: Store,
  tenant: Tenant,
  request: OpenRequest,
): { ok: true; revision: Revision } | Refused {
  const template = store.templates.get(request.inquiryTemplateId)
  // Another tenant's template must look like a missing one.
  if (!template || template.tenantId !== tenant.id) {
    const message = 'There is no such inquiry template.'
    return refused(errorStatus(tenant, 'N22'), 'TEMPLATE_NOT_FOUND', message)
  }
  const revisions = store.revisions.listBy('template', template.id)
  const revision = chooseRevision(revisions, request.templateRevisionId)
  if (revision) return { ok: true, revision }
  const status = errorStatus(tenant, 'N4')
  if (request.templateRevisionId === undefined) {
    const message = 'The inquiry template has no published and enabled revision.'
    return refused(status, 'TEMPLATE_NOT_PUBLISHED', message)
  }
  const message = 'The template revision is not published and enabled.'
  return refused(status, 'TEMPLATE_REVISION_NOT_PUBLISHED', message)
}

/** The planned outcome: from the referenceId, or else the tenant's next plan. */
function takePlan(store: Store, tenant: Tenant, referenceId: string | null) {
  const [, auto, outcome = null] = MAGIC_REFERENCE.exec(referenceId ?? '') ?? []
  const [plan] = outcome === null ? store.outcomePlans.listBy('tenant', tenant.id) : []
  if (!plan) return { outcome, order: {}, isAutomatic: auto !== undefined }
  if (plan.remaining <= 1) store.outcomePlans.delete(plan.id)
  else store.outcomePlans.put({ ...plan, remaining: plan.remaining - 1 })
  return { ...plan, isAutomatic: false }
}
