// "Continue on your phone": links of the flow that work once and for a short time. Kept only in memory, because a customer can
// always ask for another.
import { randomBytes } from 'node:crypto'
import type { Clock } from '../state/clock.ts'
import type { Inquiry } from '../state/entities.ts'

const LIFETIME_MS = 5 * 60 * 1000

interface Link {
  inquiryId: string
  tenantId: string
  /** Random, so it reveals neither the inquiryId nor the referenceId. */
  token: string
  expiresAtMs: number
  isUsed: boolean
}

export class PhoneLinks {
  /** The newest link of each inquiry: it replaces the one before. */
  readonly #links = new Map<string, Link>()

  constructor(private readonly clock: Clock) {}

  issue({ id: inquiryId, tenantId }: Inquiry): { token: string; expiresInMs: number } {
    const token = randomBytes(16).toString('base64url')
    const expiresAtMs = this.clock.nowMs(tenantId) + LIFETIME_MS
    this.#links.set(inquiryId, { inquiryId, tenantId, token, expiresAtMs, isUsed: false })
    return { token, expiresInMs: LIFETIME_MS }
  }

  /** The link's inquiryId, the first time and before it expires. */
  redeem(token: string): string | null {
    const link = [...this.#links.values()].find((one) => one.token === token && !one.isUsed)
    if (!link || this.clock.nowMs(link.tenantId) >= link.expiresAtMs) return null
    link.isUsed = true
    return link.inquiryId
  }

  /** Whether the newest link has been opened. */
  isOnPhone(inquiryId: string): boolean {
    return this.#links.get(inquiryId)?.isUsed === true
  }
}
