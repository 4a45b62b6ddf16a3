// Opening (O1–O8): from a checked body to a stored inquiry, once for each Idempotency-Key (O7, N2).
import { createHash } from 'node:crypto'
import type { Clock } from '../scenario/clock.ts'
import { type GapValue, gapValue } from '../scenario/gaps.ts'
import { parseInstant } from '../service/instant.ts'
import type { Problem } from '../service/problems.ts'
import {
  type OpenRequest,
  openRequestSchema,
  unicodeOpenRequestSchema,
} from '../service/schemas.ts'
import type { Inquiry, Revision, Tenant } from '../state/entities.ts'
import type { Store } from '../state/store.ts'
import type { InquiryLife } from './inquiries.ts'

/** How long an Idempotency-Key is remembered (N2). */
const IDEMPOTENCY_RETENTION_MS = 24 * 60 * 60 * 1000

export type Opened = { ok: true; inquiryId: string } | { ok: false; problem: Problem }

export interface OpeningHeaders {
  idempotencyKey: string | null
  correlationId: string
}

export class Opening {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly life: InquiryLife,
  ) {}

  /** @param onOpened runs in the same commit, so that what it adds is never missing after a crash. */
  open(
    tenant: Tenant,
    body: unknown,
    headers: OpeningHeaders,
    onOpened: (inquiry: Inquiry) => void,
  ): Opened {
    const schema =
      gapValue(tenant, 'N28') === 'unicode' ? unicodeOpenRequestSchema : openRequestSchema
    const parsed = schema.safeParse(body)
    if (!parsed.success) return invalid(describeIssues(parsed.error.issues))
    const request = parsed.data
    // O7 comes before O6: a retry gets the stored answer even if its expiresAt has passed since.
    const earlier = this.#replay(tenant, request, headers.idempotencyKey)
    if (earlier) return earlier
    const expiresAtMs = request.expiresAt === undefined ? null : parseInstant(request.expiresAt)
    if (expiresAtMs !== null && expiresAtMs <= this.clock.nowMs(tenant.id)) {
      return invalid('expiresAt must be in the future')
    }
    const revision = this.#findRevision(tenant, request)
    if (!revision.ok) return revision
    return this.store.transaction(() => {
      const inquiry = this.life.open(revision.revision, {
        referenceId: request.referenceId ?? null,
        note: request.note ?? null,
        expiresAtMs,
        correlationId: headers.correlationId,
      })
      this.#remember(tenant, request, headers.idempotencyKey, inquiry.id)
      onOpened(inquiry)
      return { ok: true, inquiryId: inquiry.id }
    })
  }

  /** The answer of an earlier open with this key, if it counts under N2. */
  #replay(tenant: Tenant, request: OpenRequest, key: string | null): Opened | null {
    const reuse = gapValue(tenant, 'N2')
    if (key === null || reuse === 'ignored') return null
    const record = this.store.idempotency.get(recordId(tenant, key))
    const nowMs = this.clock.nowMs(tenant.id)
    if (!record || nowMs - Date.parse(record.createdAt) >= IDEMPOTENCY_RETENTION_MS) return null
    if (reuse === 'conflict') {
      return problem(409, 'IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used before.')
    }
    if (record.bodyHash !== hashRequest(request)) {
      return problem(
        422,
        'IDEMPOTENCY_KEY_REUSED',
        'This Idempotency-Key was used before with another body.',
      )
    }
    return { ok: true, inquiryId: record.inquiryId }
  }

  #remember(tenant: Tenant, request: OpenRequest, key: string | null, inquiryId: string): void {
    if (key === null) return
    this.store.idempotency.put({
      id: recordId(tenant, key),
      tenantId: tenant.id,
      bodyHash: hashRequest(request),
      inquiryId,
      createdAt: this.clock.nowIso(tenant.id),
    })
  }

  #findRevision(
    tenant: Tenant,
    request: OpenRequest,
  ): { ok: true; revision: Revision } | { ok: false; problem: Problem } {
    const template = this.store.templates.get(request.inquiryTemplateId)
    // Another tenant's template must look like none at all.
    if (!template || template.tenantId !== tenant.id) {
      const status = errorStatus(gapValue(tenant, 'N22'))
      return problem(status, 'TEMPLATE_NOT_FOUND', 'There is no such inquiry template.')
    }
    const revisions = this.store.revisions.listBy('template', template.id)
    const usable = revisions.filter((r) => r.publishedAt !== null && r.enabled)
    const pinned = request.templateRevisionId
    const revision = pinned
      ? usable.find((candidate) => candidate.id === pinned)
      : usable.toSorted((a, b) => a.number - b.number).at(-1)
    if (revision) return { ok: true, revision }
    const status = errorStatus(gapValue(tenant, 'N4'))
    return pinned
      ? problem(
          status,
          'TEMPLATE_REVISION_NOT_PUBLISHED',
          'The template revision is not published and enabled.',
        )
      : problem(
          status,
          'TEMPLATE_NOT_PUBLISHED',
          'The inquiry template has no published and enabled revision.',
        )
  }
}

function errorStatus(choice: GapValue<'N4' | 'N22'>): 400 | 404 | 409 | 422 {
  switch (choice) {
    case '400':
      return 400
    case '404':
      return 404
    case '409':
      return 409
    case '422':
      return 422
  }
}

function recordId(tenant: Tenant, key: string): string {
  return `${tenant.id} ${key}`
}

/** Of the fields, in the schema's order: the same request in another key order is the same request. */
function hashRequest(request: OpenRequest): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('hex')
}

function describeIssues(issues: readonly { path: PropertyKey[]; message: string }[]): string {
  return issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`).join('; ')
}

function invalid(message: string): { ok: false; problem: Problem } {
  return problem(400, 'INVALID_REQUEST', message)
}

function problem(status: Problem['status'], code: string, message: string) {
  return { ok: false as const, problem: { status, code, message } }
}
