import { expect, test } from 'vitest'
import de from '@/messages/de.json'
import en from '@/messages/en.json'
import { STAGES, shownStage, troubleOf } from './stages'

test.each([en, de])(
  'every stage has its own heading, except that an approval and its open account share one',
  ({ Verify: { stages } }) => {
    expect(Object.keys(stages).toSorted()).toEqual(Object.keys(STAGES).toSorted())
    const { approved, opened, ...others } = stages
    expect(opened.title).toBe(approved.title)
    const titles = [approved, ...Object.values(others)].map(({ title }) => title)
    expect(new Set(titles).size).toBe(titles.length)
  },
)

test('a review, an unknown status and an expired check each look different', () => {
  const tones = [STAGES.in_review, STAGES.unknown, STAGES.expired].map(({ tone }) => tone)
  expect(new Set(tones).size).toBe(3)
})

test('a decline doesn’t look like a failure, which a new check may put right', () => {
  expect(STAGES.declined.tone).not.toBe(STAGES.failed.tone)
})

test('the identity check is the current step until it has ended', () => {
  for (const stage of ['ready', 'handed_in', 'submitted', 'failed'] as const)
    expect(STAGES[stage].step).toBe(1)
  for (const stage of ['in_review', 'confirming', 'declined'] as const)
    expect(STAGES[stage].step).toBe(2)
})

test.each([en, de])(
  'each stage says what to prepare, what to do or what happens next, never two of them',
  ({ Verify: { stages } }) => {
    for (const texts of Object.values(stages))
      expect(['prepare', 'todo', 'next'].filter((key) => key in texts).length).toBeLessThan(2)
  },
)

test('no text exposes the service’s statuses or error codes', () => {
  expect(JSON.stringify([en.Verify, de.Verify])).not.toMatch(
    /PENDING|COMPLETED|NEEDS_REVIEW|FAILED|INQUIRY_/,
  )
})

test('the flow’s claim is shown only until a read says otherwise', () => {
  const inquiry = { accountOpened: false, accountOnHold: false } as const
  expect(shownStage({ ...inquiry, stage: 'ready' }, true)).toBe('handed_in')
  expect(shownStage({ ...inquiry, stage: 'declined' }, true)).toBe('declined')
  expect(shownStage({ ...inquiry, stage: 'approved' }, true)).toBe('approved')
})

test('trouble replaces a stage that it affects, but never a result', () => {
  const ready = { stage: 'ready', serviceUnreachable: true } as const
  expect(troubleOf(true, ready, 'ready')).toBe('offline')
  // The service itself serves the flow, so starting it shows whether the service is up.
  expect(troubleOf(false, ready, 'ready')).toBeNull()
  const opening = { stage: 'opening', serviceUnreachable: true } as const
  expect(troubleOf(false, opening, 'opening')).toBe('unreachable')
  expect(troubleOf(true, { stage: 'approved', serviceUnreachable: true }, 'opened')).toBeNull()
})
