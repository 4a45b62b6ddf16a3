// Opening an inquiry (O1–O8): once per Idempotency-Key (O7, N2), in one commit with everything it triggers.
import type { Clock } from '../scenario/clock.ts'
import { gapValue } from '../scenario/gaps/table.ts'
import { errorStatus } from '../scenario/gaps/wire.ts'
import { isAutomatic } from '../scenario/magic-reference.ts'
import { specimenOutcomes } from '../scenario/specimen-results.ts'
import {
  chooseRevision,
  hashRequest,
  IDEMPOTENCY_RETENTION_MS,
  readOpenRequest,
} from '../service/opening.ts'
import { type Refused, refused } from '../service/problems.ts'
import {
  type OpenRequest,
  openRequestSchema,
  unicodeOpenRequestSchema,
} from '../service/schemas.ts'
import type { Revision, Tenant } from '../state/entities.ts'
import type { Store } from '../state/store.ts'
import type { Inquiries } from './inquiries.ts'

export type Opened = { ok: true; inquiryId: string } | Refused

export class Opening {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly inquiries: Inquiries,
  ) {}

  open(
    tenant: Tenant,
    body: unknown,
    headers: { idempotencyKey: string | null; correlationId: string },
  ): Opened {
    const unicode = gapValue(tenant, 'N28') === 'unicode'
    const read = readOpenRequest(body, unicode ? unicodeOpenRequestSchema : openRequestSchema)
    if (!read.ok) return read
    const { request } = read
    // O7 takes precedence over O6: a retry gets the stored response even if its expiresAt has passed since.
    const earlier = this.#replay(tenant, request, headers.idempotencyKey)
    if (earlier) return earlier
    const found = this.#findRevision(tenant, request)
    if (!found.ok) return found
    return this.store.transaction(() => {
      const opened = this.inquiries.open(found.revision, request, headers.correlationId)
      if (!opened.ok) return opened
      const { inquiry } = opened
      this.#remember(tenant, request, headers.idempotencyKey, inquiry.id)
      if (inquiry.plannedOutcome !== null && isAutomatic(inquiry.referenceId)) {
        this.inquiries.complete(inquiry.id, specimenOutcomes(inquiry), inquiry.plannedOutcome)
      }
      return { ok: true, inquiryId: inquiry.id }
    })
  }

  /** The response to a repeated Idempotency-Key under N2; null if the open should go ahead. */
  #replay(tenant: Tenant, request: OpenRequest, key: string | null): Opened | null {
    const reuse = gapValue(tenant, 'N2')
    if (key === null || reuse === 'ignored') return null
    const record = this.store.idempotency.get(recordId(tenant, key))
    const nowMs = this.clock.nowMs(tenant.id)
    if (!record || nowMs - Date.parse(record.createdAt) >= IDEMPOTENCY_RETENTION_MS) return null
    if (reuse === 'conflict') {
      return refused(409, 'IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used before.')
    }
    if (record.bodyHash === hashRequest(request)) return { ok: true, inquiryId: record.inquiryId }
    const message = 'This Idempotency-Key was used before with a different body.'
    return refused(422, 'IDEMPOTENCY_KEY_REUSED', message)
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

  #findRevision(tenant: Tenant, request: OpenRequest): { ok: true; revision: Revision } | Refused {
    const template = this.store.templates.get(request.inquiryTemplateId)
    // Another tenant's template must look like one that doesn't exist.
    if (!template || template.tenantId !== tenant.id) {
      const status = errorStatus(tenant, 'N22')
      return refused(status, 'TEMPLATE_NOT_FOUND', 'There is no such inquiry template.')
    }
    const revisions = this.store.revisions.listBy('template', template.id)
    const revision = chooseRevision(revisions, request.templateRevisionId)
    if (revision) return { ok: true, revision }
    const status = errorStatus(tenant, 'N4')
    return request.templateRevisionId === undefined
      ? refused(
          status,
          'TEMPLATE_NOT_PUBLISHED',
          'The inquiry template has no published and enabled revision.',
        )
      : refused(
          status,
          'TEMPLATE_REVISION_NOT_PUBLISHED',
          'The template revision is not published and enabled.',
        )
  }
}

function recordId(tenant: Tenant, key: string): string {
  return `${tenant.id} ${key}`
}
