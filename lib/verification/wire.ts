/** Builds the service's answers and events for tests, so that no test writes them by hand. */
import { randomUUID } from 'node:crypto'

/** An id in the service's form (O1). */
export const newServiceId = (): string => randomUUID()

/** The response to an open (O1). */
export const openedBody = (inquiryId: string) => ({ inquiryId })

/** The response of the status endpoint (S1). */
export const inquiryBody = (fields: { inquiryId: string } & Record<string, unknown>) => ({
  status: 'PENDING',
  reviewReasons: [],
  portalDecisionNote: null,
  portalDecidedAt: null,
  referenceId: '',
  note: '',
  openedAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2126-01-02T00:00:00.000Z',
  inquiryTemplateId: randomUUID(),
  ...fields,
})

const KINDS = {
  APPROVED: 'inquiry.approved',
  NEEDS_REVIEW: 'inquiry.review_in_progress',
  DECLINED: 'inquiry.declined',
}
export type EventStatus = keyof typeof KINDS

/** The text of an event (W6, W9), ready to sign and post. */
export const eventText = (
  status: EventStatus,
  data: Record<string, unknown>,
  { id = randomUUID(), signedAt = new Date(), ...envelope }: Record<string, unknown> = {},
): string =>
  JSON.stringify({
    id,
    type: KINDS[status],
    createdAt: signedAt,
    data: { status, ...data },
    ...envelope,
  })
