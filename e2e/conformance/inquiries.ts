// Inquiries for checks to look at: fresh ones, and ones in a given status, however the run can come by them.
import { z } from 'zod'
import { demand, Unreachable } from './clause.ts'
import { expectShape, expectSuccess, isRecord, uuidSchema } from './expectations.ts'
import type { Merchant } from './merchant.ts'
import type { Answer } from './polite-http.ts'
import type { OwnTenant } from './sandbox-control.ts'

const openedSchema = z.object({ inquiryId: uuidSchema })

/** The id in the answer of an open (O1). */
export function openedId(answer: Answer): string {
  expectSuccess(answer)
  return expectShape(openedSchema, answer.json, answer.request).inquiryId
}

/** Opens, and returns the id. */
export async function open(
  merchant: Merchant,
  fields: Record<string, unknown> = {},
): Promise<string> {
  return openedId(await merchant.open(fields))
}

/** The Inquiry as the status route gives it, its fields unchecked. */
export async function read(
  merchant: Merchant,
  inquiryId: string,
): Promise<Record<string, unknown>> {
  const answer = await merchant.status(inquiryId)
  expectSuccess(answer)
  demand(isRecord(answer.json), `${answer.request}: the body is no JSON object`)
  return answer.json
}

export class Inquiries {
  readonly #made = new Map<string, Promise<string>>()
  #given: Promise<Map<string, string>> | null = null

  /**
   * @param given ids of inquiries that somebody took through the hosted flow.
   * @param tenant completes inquiries; null where the service cannot be controlled.
   */
  constructor(
    private readonly merchant: Merchant,
    private readonly given: readonly string[],
    private readonly tenant: OwnTenant | null,
  ) {}

  /** One that nobody has touched; checks that change nothing share it. */
  pending(): Promise<string> {
    return this.#make('PENDING', () => open(this.merchant))
  }

  /**
   * One that reads as this status.
   * @throws Unreachable when none was given and none can be made.
   */
  async as(status: string): Promise<string> {
    if (status === 'PENDING') return this.pending()
    const { tenant } = this
    if (tenant) {
      return this.#make(status, async () => {
        const inquiryId = await open(tenant.merchant)
        await tenant.complete(inquiryId, status)
        return inquiryId
      })
    }
    this.#given ??= this.#readGiven()
    const found = (await this.#given).get(status)
    if (found !== undefined) return found
    throw new Unreachable('give such an inquiry with --inquiry, or use --control')
  }

  async #readGiven(): Promise<Map<string, string>> {
    const byStatus = new Map<string, string>()
    for (const inquiryId of this.given) {
      const { status } = await read(this.merchant, inquiryId)
      if (typeof status === 'string') byStatus.set(status, inquiryId)
    }
    return byStatus
  }

  #make(name: string, make: () => Promise<string>): Promise<string> {
    const made = this.#made.get(name) ?? make()
    this.#made.set(name, made)
    return made
  }
}
