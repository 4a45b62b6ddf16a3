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
    headers: z.record(z.string(), z.string().nullable()).default({}),
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
  const { count, atLeast, atMost, after, direction } = expectation
  const compared = entries
    .filter((entry) => entry.sequence > after && entry.direction === direction)
    .map((entry) => ({ entry, differences: differencesOf(expectation, entry) }))
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

function differencesOf(expectation: Expectation, entry: WireEntry): string[] {
  const { operation, method, path, status, inquiryId, correlationId, fault } = expectation
  const { pathname } = new URL(entry.url, 'http://localhost')
  const plain: [string, unknown, unknown][] = [
    ['operation', operation, operationOf(entry.method, pathname)],
    ['method', method, entry.method],
    ['path', path, pathname],
    ['status', status, entry.status],
    ['inquiryId', inquiryId, entry.inquiryId],
    ['correlationId', correlationId, entry.correlationId],
    ['fault', fault, entry.fault],
    ...Object.entries(expectation.headers).map(([name, value]): [string, unknown, unknown] => [
      `header ${name.toLowerCase()}`,
      value,
      entry.requestHeaders[name.toLowerCase()] ?? null,
    ]),
  ]
  const differences = plain
    .filter(([, expected, got]) => expected !== undefined && expected !== got)
    .map(([name, expected, got]) => describeDifference(name, expected, got))
  if (expectation.body === undefined) return differences
  return [...differences, ...bodyDifferences('body', expectation.body, jsonOf(entry.requestBody))]
}

function operationOf(method: string, pathname: string): string | null {
  if (!pathname.startsWith(INQUIRIES)) return null
  if (method === 'POST') return 'open'
  return pathname.endsWith('/documents') ? 'documents' : 'status'
}

function bodyDifferences(name: string, expected: unknown, got: unknown): string[] {
  if (typeof expected !== 'object' || expected === null || Array.isArray(expected)) {
    const isSame = JSON.stringify(expected) === JSON.stringify(got)
    return isSame ? [] : [describeDifference(name, expected, got)]
  }
  if (typeof got !== 'object' || got === null) return [describeDifference(name, expected, got)]
  const fields = new Map(Object.entries(got))
  return Object.entries(expected).flatMap(([key, value]) =>
    bodyDifferences(`${name}.${key}`, value, fields.get(key)),
  )
}

function jsonOf({ encoding, content }: ShownBody): unknown {
  if (encoding !== 'utf8') return undefined
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}

function describeDifference(name: string, expected: unknown, got: unknown): string {
  return `${name}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got) ?? 'nothing'}`
}
