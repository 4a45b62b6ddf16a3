import { expect, test } from 'vitest'
import { shownStage } from '@/lib/inquiries/stages'
import { MESSAGES } from '@/messages/all'
import { troubleOf } from './stages'

test('no text exposes the service’s statuses or error codes', () => {
  expect(JSON.stringify(Object.values(MESSAGES).map(({ Verify }) => Verify))).not.toMatch(
    /PENDING|COMPLETED|NEEDS_REVIEW|FAILED|INQUIRY_/,
  )
})

test('the flow’s “completed” is shown only until a read says otherwise', () => {
  const inquiry = { accountOpened: false, accountOnHold: false } as const
  expect(shownStage({ ...inquiry, stage: 'ready' }, true)).toBe('handed_in')
  expect(shownStage({ ...inquiry, stage: 'declined' }, true)).toBe('declined')
  expect(shownStage({ ...inquiry, stage: 'approved' }, true)).toBe('approved')
})

test('an outage replaces a stage that it affects, but never a result', () => {
  const ready = { stage: 'ready', serviceUnreachable: true } as const
  expect(troubleOf(true, ready, 'ready', false)).toBe('noInternet')
  expect(troubleOf(true, ready, 'ready')).toBe('offline')
  // The service serves the flow, so the customer can simply try to start it.
  expect(troubleOf(false, ready, 'ready')).toBeNull()
  const opening = { stage: 'opening', serviceUnreachable: true } as const
  expect(troubleOf(false, opening, 'opening')).toBe('unreachable')
  expect(troubleOf(true, { stage: 'approved', serviceUnreachable: true }, 'opened')).toBeNull()
})
