import { expect, test } from 'vitest'
import { STAGE_TEXT } from './stage-text'

test('every stage has its own heading', () => {
  const titles = Object.values(STAGE_TEXT).map(({ title }) => title)
  expect(new Set(titles).size).toBe(titles.length)
})

test('no text exposes the service’s statuses or error codes', () => {
  expect(JSON.stringify(STAGE_TEXT)).not.toMatch(/PENDING|COMPLETED|NEEDS_REVIEW|FAILED|INQUIRY_/)
})
