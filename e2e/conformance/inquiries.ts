// Gets inquiries for the checks, fresh ones and ones in a given status, in whatever way this run can.
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { expectShape, expectSuccess, isRecord, uuidSchema } from './expectations.ts'
import type { Merchant } from './merchant.ts'
import type { Answer } from './polite-http.ts'
import type { OwnTenant } from './sandbox-control.ts'
import { demand, Unreachable } from './verdict.ts'

export const READ_ROUTE = 'GET …/inquiries/{inquiryId}'
export const STATUSES = [
  'PENDING',
  'APPROVED',
  'NEEDS_REVIEW',
  'FAILED',
  'DECLINED',
  'COMPLETED',
] as const
/** The fields in S1. Others may change as they like (N27). */
const FIELDS = [
  'inquiryId',
  'status',
  'reviewReasons',
  'portalDecisionNote',
  'portalDecidedAt',
  'referenceId',
  'note',
  'openedAt',
  'expiresAt',
  'inquiryTemplateId',
  'identity',
] as const

const openedSchema = z.object({ inquiryId: uuidSchema })
/** How far the clock moves, step by step, until a decision shows. N5 and N6 allow it to be late. */
const DECISION_STEPS_S = [10, 60]

/** The id in the response to an open (O1). */
export function openedId(answer: Answer): string {
  expectSuccess(answer)
  return expectShape(openedSchema, answer.json, answer.request).inquiryId
}

/** Opens an inquiry and returns its id. */
export async function open(
  merchant: Merchant,
  fields: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<string> {
  return openedId(await merchant.open(fields, headers))
}

/** The Inquiry as the status route returns it, with its fields unchecked. */
export async function read(
  merchant: Merchant,
  inquiryId: string,
): Promise<Record<string, unknown>> {
  const answer = await merchant.status(inquiryId)
  expectSuccess(answer)
  demand(isRecord(answer.json), `${answer.request}: the body is not a JSON object`)
  return answer.json
}

/** Names the fields that differ between two reads of an inquiry. */
export function changedFields(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): string[] {
  return FIELDS.filter((field) => !isDeepStrictEqual(before[field], after[field]))
}

/** The Inquiry once it has this status, or as last read if it never does. */
export async function readDecided(
  tenant: OwnTenant,
  inquiryId: string,
  status: string,
): Promise<Record<string, unknown>> {
  let inquiry = await read(tenant.merchant, inquiryId)
  for (const seconds of DECISION_STEPS_S) {
    if (inquiry.status === status) break
    await tenant.advance(seconds)
    inquiry = await read(tenant.merchant, inquiryId)
  }
  return inquiry
}

/** Opens an inquiry, completes it on the customer's behalf and waits until it has this status. */
export async function openCompleted(
  tenant: OwnTenant,
  status: string,
  how: object = {},
): Promise<string> {
  const inquiryId = await open(tenant.merchant)
  await tenant.complete(inquiryId, status, how)
  await readDecided(tenant, inquiryId, status)
  return inquiryId
}

export class Inquiries {
  readonly #made = new Map<string, string>()
  #given: Promise<Map<string, string>> | null = null

  /**
   * @param given ids of inquiries that have been through the hosted flow.
   * @param tenant completes inquiries; null if the service can't be controlled.
   */
  constructor(
    private readonly merchant: Merchant,
    private readonly given: readonly string[],
    private readonly tenant: OwnTenant | null,
  ) {}

  /** An untouched inquiry, which all checks that change nothing share. */
  async pending(): Promise<string> {
    const inquiryId = this.#made.get('PENDING') ?? (await open(this.merchant))
    this.#made.set('PENDING', inquiryId)
    return inquiryId
  }

  /**
   * An inquiry in this status.
   * @throws Unreachable if none was given and none can be made.
   */
  async as(status: string): Promise<string> {
    if (status === 'PENDING') return this.pending()
    if (this.tenant) return this.#complete(this.tenant, status)
    this.#given ??= this.#readGiven()
    const found = (await this.#given).get(status)
    if (found !== undefined) return found
    throw new Unreachable('give such an inquiry with --inquiry, or use --control')
  }

  /** Reads an inquiry in this status. @throws Unreachable like `as`. */
  async read(status: string): Promise<Record<string, unknown>> {
    return read(this.merchant, await this.as(status))
  }

  async #complete(tenant: OwnTenant, status: string): Promise<string> {
    const made = this.#made.get(status)
    // Its decision may have been reversed since (N5).
    if (made !== undefined && (await read(tenant.merchant, made)).status === status) return made
    const inquiryId = await openCompleted(tenant, status)
    this.#made.set(status, inquiryId)
    return inquiryId
  }

  async #readGiven(): Promise<Map<string, string>> {
    const byStatus = new Map<string, string>()
    for (const inquiryId of this.given) {
      const { status } = await read(this.merchant, inquiryId)
      if (typeof status === 'string') byStatus.set(status, inquiryId)
    }
    return byStatus
  }
}
