// "Continue on your phone": links of the flow that work once and for a short time. Kept only in memory, because a customer can
// always ask for another.

import { randomBytes } from 'node:crypto'
import type { Clock } from '../state/clock.ts'
import type { Inquiry } from '../state/entities.ts'

const LIFETIME_MS = 5 * 60 * 1000

interface Link {
  inquiryId: string
  tenantId: string
  expiresAtMs: number
}

export class PhoneLinks {
  /** By token. */
  readonly #links = new Map<string, Link>()
  readonly #onPhone = new Set<string>()

  constructor(private readonly clock: Clock) {}

  /** Replaces the inquiry's earlier link. The token is random, so it reveals neither the inquiryId nor the referenceId. */
  issue({ id: inquiryId, tenantId }: Inquiry): { token: string; expiresInMs: number } {
    for (const [token, link] of this.#links) {
      const isOver = this.clock.nowMs(link.tenantId) >= link.expiresAtMs
      if (isOver || link.inquiryId === inquiryId) this.#links.delete(token)
    }
    this.#onPhone.delete(inquiryId)
    const token = randomBytes(16).toString('base64url')
    const expiresAtMs = this.clock.nowMs(tenantId) + LIFETIME_MS
    this.#links.set(token, { inquiryId, tenantId, expiresAtMs })
    return { token, expiresInMs: LIFETIME_MS }
  }

  /** The link's inquiryId, the first time and before it expires. */
  redeem(token: string): string | null {
    const link = this.#links.get(token)
    this.#links.delete(token)
    if (!link || this.clock.nowMs(link.tenantId) >= link.expiresAtMs) return null
    this.#onPhone.add(link.inquiryId)
    return link.inquiryId
  }

  /** Whether the newest link has been opened. */
  isOnPhone(inquiryId: string): boolean {
    return this.#onPhone.has(inquiryId)
  }
}
