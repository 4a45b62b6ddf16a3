// Opening an inquiry (O1–O8): once per Idempotency-Key (O7, N2), in one commit with everything it triggers.

import { type Refused, refused } from '../service/errors.ts'
import {
  chooseRevision,
  hashRequest,
  IDEMPOTENCY_RETENTION_MS,
  readOpenRequest,
} from '../service/opening.ts'
import type { OpenRequest } from '../service/schemas.ts'
import type { Revision, Tenant } from '../state/entities.ts'
import type { Core, OpeningRules } from './core.ts'
import type { Inquiries } from './inquiries.ts'

export type Opened = { ok: true; inquiryId: string } | Refused

export class Opening {
  constructor(
    private readonly core: Core,
    private readonly inquiries: Inquiries,
  ) {}

  open(
    tenant: Tenant,
    body: unknown,
    headers: { idempotencyKey: string | null; correlationId: string },
  ): Opened {
    const { store, scenario } = this.core
    const rules = scenario.openingRules(tenant)
    const read = readOpenRequest(body, rules.schema)
    if (!read.ok) return read
    const { request } = read
    // O7 takes precedence over O6: a retry gets the stored response even if its expiresAt has passed since.
    const earlier = this.#replay(tenant, rules, request, headers.idempotencyKey)
    if (earlier) return earlier
    const found = this.#findRevision(tenant, rules, request)
    if (!found.ok) return found
    return store.transaction(() => {
      const opened = this.inquiries.open(found.revision, request, headers.correlationId)
      if (!opened.ok) return opened
      const { inquiry } = opened
      this.#remember(tenant, request, headers.idempotencyKey, inquiry.id)
      const results = scenario.automaticResults(inquiry)
      if (results) this.inquiries.complete(inquiry.id, results, inquiry.plannedOutcome)
      return { ok: true, inquiryId: inquiry.id }
    })
  }

  /** The response to a repeated Idempotency-Key under N2; null if the open should go ahead. */
  #replay(
    tenant: Tenant,
    { keyReuse: reuse }: OpeningRules,
    request: OpenRequest,
    key: string | null,
  ): Opened | null {
    if (key === null || reuse === 'ignored') return null
    const record = this.core.store.idempotency.get(recordId(tenant, key))
    const nowMs = this.core.clock.nowMs(tenant.id)
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
    this.core.store.idempotency.put({
      id: recordId(tenant, key),
      tenantId: tenant.id,
      bodyHash: hashRequest(request),
      inquiryId,
      createdAt: this.core.clock.nowIso(tenant.id),
    })
  }

  #findRevision(
    tenant: Tenant,
    { unknownTemplateStatus, unpublishedStatus }: OpeningRules,
    request: OpenRequest,
  ): { ok: true; revision: Revision } | Refused {
    const { store } = this.core
    const template = store.templates.get(request.inquiryTemplateId)
    // Another tenant's template must look like one that doesn't exist.
    if (!template || template.tenantId !== tenant.id) {
      const message = 'There is no such inquiry template.'
      return refused(unknownTemplateStatus, 'TEMPLATE_NOT_FOUND', message)
    }
    const revisions = store.revisions.listBy('template', template.id)
    const revision = chooseRevision(revisions, request.templateRevisionId)
    if (revision) return { ok: true, revision }
    return request.templateRevisionId === undefined
      ? refused(
          unpublishedStatus,
          'TEMPLATE_NOT_PUBLISHED',
          'The inquiry template has no published and enabled revision.',
        )
      : refused(
          unpublishedStatus,
          'TEMPLATE_REVISION_NOT_PUBLISHED',
          'The template revision is not published and enabled.',
        )
  }
}

function recordId(tenant: Tenant, key: string): string {
  return `${tenant.id} ${key}`
}
