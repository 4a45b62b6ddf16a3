/** What the service sends, for tests: the only place where its bodies are written by hand. */
import { randomUUID } from 'node:crypto'

/** An id as the service makes them (O1). */
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

/** An event (W6, W9), as the text that is signed and posted. */
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
