import { expect, test } from 'vitest'
import de from '@/messages/de.json'
import en from '@/messages/en.json'
import { STAGES, shownStage, troubleOf } from './stages'

test.each([en, de])(
  'every stage has its own heading, but for an approval and its account',
  ({ Verify: { stages } }) => {
    expect(Object.keys(stages).toSorted()).toEqual(Object.keys(STAGES).toSorted())
    const { approved, opened, ...others } = stages
    expect(opened.title).toBe(approved.title)
    const titles = [approved, ...Object.values(others)].map(({ title }) => title)
    expect(new Set(titles).size).toBe(titles.length)
  },
)

test('no text exposes the service’s statuses or error codes', () => {
  expect(JSON.stringify([en.Verify, de.Verify])).not.toMatch(
    /PENDING|COMPLETED|NEEDS_REVIEW|FAILED|INQUIRY_/,
  )
})

test('what the flow claims is shown only until a read says something else', () => {
  const inquiry = { accountOpened: false, handoff: null } as const
  expect(shownStage({ ...inquiry, stage: 'ready' }, true)).toBe('handed_in')
  expect(shownStage({ ...inquiry, stage: 'declined' }, true)).toBe('declined')
  expect(shownStage({ ...inquiry, stage: 'approved' }, true)).toBe('approved')
})

test('trouble takes the place of a stage that it concerns, and of no result', () => {
  const ready = { stage: 'ready', serviceUnreachable: true } as const
  expect(troubleOf(true, ready, 'ready')).toBe('offline')
  // The flow is the service's own: whether it opens is seen when it's started.
  expect(troubleOf(false, ready, 'ready')).toBeNull()
  const opening = { stage: 'opening', serviceUnreachable: true } as const
  expect(troubleOf(false, opening, 'opening')).toBe('unreachable')
  expect(troubleOf(true, { stage: 'approved', serviceUnreachable: true }, 'opened')).toBeNull()
})
