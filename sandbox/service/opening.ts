// Opening (O2–O7): reads the request, chooses the revision, and compares a repeated request with the first.
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Revision } from '../state/entities.ts'
import { type Refused, refused } from './errors.ts'
import { parseInstant } from './instant.ts'
import type { OpenRequest } from './schemas.ts'

/** How long an Idempotency-Key is remembered (N2). */
export const IDEMPOTENCY_RETENTION_MS = 24 * 60 * 60 * 1000

/** Checks O2–O6, but not whether expiresAt has passed, because a retry is answered even then (R1). */
export function readOpenRequest(
  body: unknown,
  schema: z.ZodType<OpenRequest>,
): { ok: true; request: OpenRequest } | Refused {
  const parsed = schema.safeParse(body)
  if (parsed.success) return { ok: true, request: parsed.data }
  const issues = parsed.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'body'}: ${message}`,
  )
  return invalid(issues.join('; '))
}

/** O6: must be in the future. The inquiry's own lifetime caps it. */
export function expiryMs(
  { expiresAt }: OpenRequest,
  nowMs: number,
  lifetimeMs: number,
): { ok: true; expiresAtMs: number } | Refused {
  const lastMs = nowMs + lifetimeMs
  const requestedMs = expiresAt === undefined ? null : parseInstant(expiresAt)
  if (requestedMs === null) return { ok: true, expiresAtMs: lastMs }
  if (requestedMs <= nowMs) return invalid('expiresAt must be in the future')
  return { ok: true, expiresAtMs: Math.min(requestedMs, lastMs) }
}

/** O3: the pinned revision if it is published and enabled; without a pin, the newest such revision; null if there is none. */
export function chooseRevision(
  revisions: readonly Revision[],
  pinnedId: string | undefined,
): Revision | null {
  const usable = revisions.filter(({ publishedAt, enabled }) => publishedAt !== null && enabled)
  if (pinnedId !== undefined) return usable.find(({ id }) => id === pinnedId) ?? null
  return usable.toSorted((one, other) => one.number - other.number).at(-1) ?? null
}

/** Hashes the fields in the schema's order, so that a repeated request may order them differently (N2). */
export function hashRequest(request: OpenRequest): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('hex')
}

function invalid(message: string): Refused {
  return refused(400, 'INVALID_REQUEST', message)
}
