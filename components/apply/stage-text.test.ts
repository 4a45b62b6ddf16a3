import { expect, test } from 'vitest'
import { STAGE_TEXT } from './stage-text'

test('each stage has a heading of its own', () => {
  const titles = Object.values(STAGE_TEXT).map(({ title }) => title)
  expect(new Set(titles).size).toBe(titles.length)
})

test('no text names a status of the service', () => {
  expect(JSON.stringify(STAGE_TEXT)).not.toMatch(/PENDING|COMPLETED|NEEDS_REVIEW|FAILED|INQUIRY_/)
})
