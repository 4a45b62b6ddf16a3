// "Exactly one open with this Idempotency-Key": a test says what it expects on the wire and gets the nearest miss.
import { z } from 'zod'
import { OPERATIONS } from '../state/entities.ts'
import type { ShownBody, WireEntry } from '../state/wire.ts'

const INQUIRIES = '/api/v1/customer/inquiries'

export const expectationSchema = z
  .object({
    /** How many matches are expected; exactly one unless there is another bound. */
    count: z.int().nonnegative().optional(),
    atLeast: z.int().nonnegative().optional(),
    atMost: z.int().nonnegative().optional(),
    /** Only entries after this sequence number. */
    after: z.int().nonnegative().default(0),
    direction: z.enum(['request', 'delivery']).default('request'),
    operation: z.enum(OPERATIONS).optional(),
    method: z.string().toUpperCase().optional(),
    path: z.string().optional(),
    status: z.int().nullable().optional(),
    inquiryId: z.string().optional(),
    correlationId: z.string().optional(),
    fault: z.string().nullable().optional(),
    /** By name, case-insensitively; null means that the header is absent. */
    headers: z.record(z.string().toLowerCase(), z.string().nullable()).optional(),
    /** Part of the JSON body: other fields can have any value. */
    body: z.json().optional(),
  })
  .strict()
export type Expectation = z.infer<typeof expectationSchema>

export interface Verdict {
  ok: boolean
  matched: number
  /** The sequence numbers of the matches. */
  sequences: number[]
  /** The exchange with the fewest differences, if there are too few matches. */
  nearest: { sequence: number; differences: string[] } | null
}

/** @param entries the tenant's wire. */
export function checkExpectation(expectation: Expectation, entries: readonly WireEntry[]): Verdict {
  const { count, atLeast, atMost, after, direction, ...expected } = expectation
  const compared = entries
    .filter((entry) => entry.sequence > after && entry.direction === direction)
    .map((entry) => ({ entry, differences: differencesOf(expected, seen(entry)) }))
  const matching = compared.filter(({ differences }) => differences.length === 0)
  const isBounded = atLeast !== undefined || atMost !== undefined
  const exact = count ?? (isBounded ? undefined : 1)
  const least = exact ?? atLeast ?? 0
  const most = exact ?? atMost ?? Number.POSITIVE_INFINITY
  const matched = matching.length
  const [nearest] = compared
    .filter(({ differences }) => differences.length > 0)
    .toSorted((one, other) => one.differences.length - other.differences.length)
  return {
    ok: matched >= least && matched <= most,
    matched,
    sequences: matching.map(({ entry }) => entry.sequence),
    nearest:
      matched < least && nearest
        ? { sequence: nearest.entry.sequence, differences: nearest.differences }
        : null,
  }
}

/** An exchange in the words of an expectation. */
function seen({ method, url, requestHeaders, requestBody, ...entry }: WireEntry) {
  const path = new URL(url, 'http://localhost').pathname
  const read = path.endsWith('/documents') ? 'documents' : 'status'
  const operation = method === 'POST' ? 'open' : read
  return {
    ...entry,
    method,
    path,
    operation: path.startsWith(INQUIRIES) ? operation : null,
    headers: requestHeaders,
    body: jsonOf(requestBody),
  }
}

/** Of an object, only the fields that are expected are compared. */
function differencesOf(expected: object, got: object, within = ''): string[] {
  const fields = new Map<string, unknown>(Object.entries(got))
  return Object.entries(expected).flatMap(([name, value]) => {
    const field = fields.get(name) ?? null
    if (isObject(value) && isObject(field)) return differencesOf(value, field, `${within}${name}.`)
    const [wanted, found] = [JSON.stringify(value), JSON.stringify(field)]
    return wanted === found ? [] : [`${within}${name}: expected ${wanted}, got ${found}`]
  })
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function jsonOf({ encoding, content }: ShownBody): unknown {
  try {
    return encoding === 'utf8' ? JSON.parse(content) : null
  } catch {
    return null
  }
}
