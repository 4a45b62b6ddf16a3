// Applies a tenant's gap settings to formatted responses and event data.
import type { z } from 'zod'
import type { Problem } from '../../service/errors.ts'
import { formatInquiry } from '../../service/inquiry.ts'
import { namesZone } from '../../service/instant.ts'
import {
  type InquiryResponse,
  type OpenRequest,
  openRequestSchema,
  openRequestWith,
} from '../../service/schemas.ts'
import type { Inquiry, Tenant } from '../../state/entities.ts'
import { type GapValue, gapValue } from './table.ts'

const YEAR_S = 31_536_000
const SUNSET_MS = 180 * 24 * 60 * 60 * 1000
const NOVELTY = { level: 7, labels: ['unseen'] }

/** The inquiry as the merchant sees it now: a decision may lag (N6), and N7 decides how an expired inquiry reads. */
export function asSeen(inquiry: Inquiry, tenant: Tenant, nowMs: number): Inquiry {
  const history = inquiry.history.filter(
    ({ visibleAt }) => visibleAt === undefined || Date.parse(visibleAt) <= nowMs,
  )
  const status = seenStatus(history.at(-1)?.status ?? 'PENDING', inquiry, tenant, nowMs)
  const wasInReview = history.some((entry) => entry.status === 'NEEDS_REVIEW')
  const showsReasons =
    gapValue(tenant, 'N26') === 'only-in-review' ? status === 'NEEDS_REVIEW' : wasInReview
  return {
    ...inquiry,
    status,
    history,
    reviewReasons: showsReasons ? inquiry.reviewReasons : [],
  }
}

/** N7: the status of an expired inquiry. */
const EXPIRED_AS = {
  pending: 'PENDING',
  failed: 'FAILED',
  declined: 'DECLINED',
  'unknown-status': 'EXPIRED',
} as const

function seenStatus(status: string, inquiry: Inquiry, tenant: Tenant, nowMs: number): string {
  const isExpired = status === 'PENDING' && nowMs >= Date.parse(inquiry.expiresAt)
  return isExpired ? EXPIRED_AS[gapValue(tenant, 'N7')] : status
}

/** The status endpoint's response. @param seen the result of `asSeen` */
export function presentInquiry(seen: Inquiry, tenant: Tenant): object {
  const { identity, ...answer } = formatInquiry(seen)
  const shown = identity && presentIdentity(identity, tenant)
  const fields = { ...answer, ...(shown ? { identity: shown } : {}) }
  return withNovelties(presentMissing(fields, seen, tenant), tenant)
}

/** N14: which identity fields are present. */
function presentIdentity(
  identity: NonNullable<InquiryResponse['identity']>,
  tenant: Tenant,
): InquiryResponse['identity'] | null {
  const { personalInfo, document } = identity
  switch (gapValue(tenant, 'N14')) {
    case 'all':
      return identity
    case 'none':
      return null
    case 'some':
      return {
        ...(personalInfo ? { personalInfo: { fullName: personalInfo.fullName ?? '' } } : {}),
        ...(document ? { document: { documentType: document.documentType ?? 'PASSPORT' } } : {}),
      }
    case 'unknown-document-type':
      return document
        ? { ...identity, document: { ...document, documentType: 'RESIDENCE_PERMIT' } }
        : identity
  }
}

/** N21: how a missing referenceId or note reads. The default is the empty string, because the contract says `string`. */
function presentMissing(
  fields: Record<string, unknown>,
  inquiry: Inquiry,
  tenant: Tenant,
): Record<string, unknown> {
  const form = gapValue(tenant, 'N21')
  if (form === 'empty-string') return fields
  const shown = { ...fields }
  for (const name of ['referenceId', 'note'] as const) {
    if (inquiry[name] !== null || !(name in shown)) continue
    if (form === 'omitted') delete shown[name]
    else shown[name] = null
  }
  return shown
}

/** N27: adds an unknown field to this object and to every object inside. */
export function withNovelties(answer: object, tenant: Tenant): object {
  return gapValue(tenant, 'N27') === 'extra-fields' ? addNovelties(answer) : answer
}

function addNovelties(value: object): object {
  const fields = Object.entries(value).map(([name, field]) => [name, addNoveltiesInside(field)])
  return { ...Object.fromEntries(fields), xNovelty: NOVELTY }
}

function addNoveltiesInside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addNoveltiesInside)
  return typeof value === 'object' && value !== null ? addNovelties(value) : value
}

/** An event's data: N12 for kinds whose data the contract doesn't show, N13 for unknown kinds. */
export function presentEventData(
  tenant: Tenant,
  kind: string,
  inquiry: Inquiry,
  data: Record<string, unknown>,
): Record<string, unknown> {
  const { inquiryId } = data
  if (kind === 'inquiry.future') return { inquiryId, novelty: NOVELTY }
  const fields = presentMissing(data, inquiry, tenant)
  if (kind === 'inquiry.approved') return fields
  switch (gapValue(tenant, 'N12')) {
    case 'usual':
      return fields
    case 'only-inquiry-id':
      return { inquiryId }
    case 'extra-fields':
      return { ...fields, riskScore: 0.42, queue: { name: 'manual', position: 3 } }
  }
}

/** N3: an error's body. @param tenant null if the request's key is unknown; then the default applies */
export function presentProblem(
  { status, code, message }: Problem,
  correlationId: string,
  tenant: Tenant | null,
): { body: string; contentType: string } {
  const json = (value: unknown, contentType = 'application/json') => ({
    body: JSON.stringify(value),
    contentType,
  })
  switch (tenant ? gapValue(tenant, 'N3') : 'code-message') {
    case 'code-message':
      return json({ code, message, correlationId })
    case 'nested-error':
      return json({ error: { code, message } })
    case 'errors-list':
      return json({ errors: [{ code, detail: message }] })
    case 'problem-json':
      return json({ type: 'about:blank', title: message, status, code }, 'application/problem+json')
    case 'empty':
      return { body: '', contentType: 'text/plain' }
    case 'html':
      return {
        body: `<!doctype html><title>${status}</title><h1>${status}</h1><p>${code}</p>`,
        contentType: 'text/html; charset=utf-8',
      }
  }
}

/** N17: the value of Retry-After; null leaves the header out. */
export function retryAfter(form: GapValue<'N17'>, waitMs: number): string | null {
  switch (form) {
    case 'seconds':
      return String(Math.ceil(waitMs / 1000))
    case 'http-date':
      // By real time, because the merchant compares it with its own clock instead of the sandbox's.
      return new Date(Date.now() + waitMs).toUTCString()
    case 'missing':
      return null
    case 'a-year':
      return String(YEAR_S)
  }
}

const SUCCESS_CODES = {
  'open-201-status-200': { open: 201, status: 200 },
  'open-200-status-200': { open: 200, status: 200 },
  'open-202-status-200': { open: 202, status: 200 },
  'open-207-status-203': { open: 207, status: 203 },
} as const

/** N1: the success status codes of open and status. */
export function successCodes(tenant: Tenant) {
  return SUCCESS_CODES[gapValue(tenant, 'N1')]
}

const ERROR_STATUSES = {
  '400': 400,
  '403': 403,
  '404': 404,
  '409': 409,
  '410': 410,
  '422': 422,
} as const

/** The status code of an error for which the contract gives none (N4, N18, N22, N23). */
export function errorStatus<Id extends 'N4' | 'N18' | 'N22' | 'N23'>(
  tenant: Tenant,
  id: Id,
): (typeof ERROR_STATUSES)[GapValue<Id>] {
  return ERROR_STATUSES[gapValue(tenant, id)]
}

/** N20, N31: the origin of document URLs. Swapping `localhost` and `127.0.0.1` gives another origin on the same server. */
export function artifactOrigin(tenant: Tenant, publicUrl: string): string {
  if (gapValue(tenant, 'N31') === 'elsewhere') return 'https://elsewhere.example'
  if (gapValue(tenant, 'N20') === 'own-host') return publicUrl
  const url = new URL(publicUrl)
  url.hostname = url.hostname === 'localhost' ? '127.0.0.1' : 'localhost'
  return url.origin
}

/** N28: an open request whose text may contain any Unicode letter (O4, O5). */
const unicodeOpenRequestSchema = openRequestWith(String.raw`\p{L}`)

/** The schema of an open request (N28, N33). */
export function openRequestSchemaOf(tenant: Tenant): z.ZodType<OpenRequest> {
  const schema =
    gapValue(tenant, 'N28') === 'unicode' ? unicodeOpenRequestSchema : openRequestSchema
  if (gapValue(tenant, 'N33') === 'utc') return schema
  return schema.refine(({ expiresAt }) => expiresAt === undefined || namesZone(expiresAt), {
    path: ['expiresAt'],
    message: 'must name its zone',
  })
}

/** N35: when this version's deprecation began and when it ends. Every answer has the same two dates. */
export function versionHeaders(tenant: Tenant): Record<string, string> {
  if (gapValue(tenant, 'N35') === 'never') return {}
  const sinceMs = Date.parse(tenant.createdAt)
  return {
    deprecation: `@${Math.floor(sinceMs / 1000)}`,
    sunset: new Date(sinceMs + SUNSET_MS).toUTCString(),
  }
}
