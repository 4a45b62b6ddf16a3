/**
 * The calls between app and service, for the live view: which call, how it was answered and when. The sandbox's log has
 * whole bodies; of those, only an event's type and the end of an inquiryId go any further, as in the staff area.
 */
import 'server-only'
import { z } from 'zod'
import { callControl, ownTenant } from './control'
import { isWireCall, type WireCallId } from './wire-calls'

const SHOWN = 40
const API_PATH = '/api/v1/customer/inquiries'
const INQUIRY_ID = /(?:\/inquiries\/|"inquiryId"\s*:\s*")([0-9a-f-]{36})/i

const exchangesSchema = z.object({
  exchanges: z.array(
    z.object({
      sequence: z.int(),
      at: z.string(),
      direction: z.enum(['request', 'delivery']),
      method: z.string(),
      url: z.string(),
      status: z.int().nullable(),
      failure: z.string().nullable(),
      durationMs: z.number(),
      fault: z.string().nullable(),
      delivery: z.object({ attempt: z.int() }).nullable(),
      requestBody: z.object({ content: z.string() }),
      responseBody: z.object({ content: z.string() }).nullable(),
    }),
  ),
})
type Exchange = z.infer<typeof exchangesSchema>['exchanges'][number]
const eventSchema = z.object({ type: z.string() })
const errorSchema = z.object({ code: z.string() })

/** Errors of the service that say why, whatever the call. A fault's badge says more than these. */
const REASONS = {
  IDEMPOTENCY_KEY_IN_USE: 'keyInUse',
  INQUIRY_NOT_FOUND: 'notFound',
  INQUIRY_NOT_APPROVED: 'noDocuments',
  RATE_LIMIT_EXCEEDED: 'rateLimit',
} as const
const isReason = (code: string): code is keyof typeof REASONS => Object.hasOwn(REASONS, code)

export interface WireLine {
  sequence: number
  /** ISO-8601, by the service's clock. */
  at: string
  /** Who called: the app, or the service. */
  from: 'app' | 'service'
  call: WireCallId
  /** Without ids. */
  request: string
  /** The end of the inquiryId, which tells customers apart. */
  inquiry: string | null
  /** Null if there was no answer. */
  status: number | null
  durationMs: number
  /** What was broken on purpose. */
  fault: string | null
  /** Why the service refused the call, if that needs no fault. */
  reason: (typeof REASONS)[keyof typeof REASONS] | null
  attempt: number | null
}

/** The newest calls, newest first. */
export async function getWire(): Promise<WireLine[]> {
  const query = new URLSearchParams({ tenantId: await ownTenant(), last: String(SHOWN) })
  const { exchanges } = exchangesSchema.parse(await callControl('GET', `wire?${query}`))
  return exchanges.flatMap(toLine).reverse()
}

function toLine(exchange: Exchange): WireLine[] {
  const { sequence, at, direction, status, durationMs, fault, delivery } = exchange
  const call = direction === 'delivery' ? callOfEvent(exchange) : callOfRequest(exchange)
  if (call === null) return []
  return [
    {
      sequence,
      at,
      from: direction === 'delivery' ? 'service' : 'app',
      call,
      request: `${exchange.method} ${pathOf(exchange)}`,
      inquiry: inquiryOf(exchange),
      status,
      durationMs: Math.round(durationMs),
      fault,
      reason: fault === null ? reasonOf(exchange) : null,
      attempt: delivery?.attempt ?? null,
    },
  ]
}

function callOfRequest({ method, url }: Exchange): WireCallId | null {
  const { pathname } = new URL(url, 'http://localhost')
  if (!pathname.startsWith(API_PATH)) return null
  if (method === 'POST') return 'open'
  return pathname.endsWith('/documents') ? 'documents' : 'status'
}

function callOfEvent({ requestBody }: Exchange): WireCallId {
  try {
    const { type } = eventSchema.parse(JSON.parse(requestBody.content))
    return isWireCall(type) ? type : 'event'
  } catch {
    // A fault has made it unreadable on purpose.
    return 'event'
  }
}

function reasonOf({ responseBody }: Exchange): WireLine['reason'] {
  try {
    const { code } = errorSchema.parse(JSON.parse(responseBody?.content ?? ''))
    return isReason(code) ? REASONS[code] : null
  } catch {
    return null
  }
}

/** In the path, in an event, or in the answer to an opening. */
function inquiryOf({ url, requestBody, responseBody }: Exchange): string | null {
  const places = [url, requestBody.content, responseBody?.content ?? '']
  const id = places.map((text) => INQUIRY_ID.exec(text)?.[1]).find((found) => found !== undefined)
  return id === undefined ? null : shortInquiryId(id)
}

export const shortInquiryId = (inquiryId: string): string => inquiryId.slice(-6)

function pathOf({ url }: Exchange): string {
  const { pathname } = new URL(url, 'http://localhost')
  return pathname.replace(API_PATH, '/inquiries').replace(/[0-9a-f-]{36}/gi, '{inquiryId}')
}
