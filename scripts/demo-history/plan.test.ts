import { expect, test } from 'vitest'
import { planHistory } from './plan.ts'

const NOW = new Date('2026-11-22T09:00:00.000Z')
const HOUR_MS = 3_600_000
const history = planHistory(NOW)
const hoursAgo = (instant: Date) => (NOW.getTime() - instant.getTime()) / HOUR_MS

test('the history has about sixty inquiries, and at least one on each of the last fourteen days', () => {
  expect(history.length).toBeGreaterThan(55)
  expect(history.length).toBeLessThan(66)
  const days = new Set(history.map(({ openedAt }) => Math.floor(hoursAgo(openedAt) / 24)))
  expect([...days].sort((one, other) => one - other)).toEqual([...Array(14).keys()])
})

test('every event of the history is in the past', () => {
  for (const planned of history) {
    expect(hoursAgo(planned.submittedAt)).toBeGreaterThan(0)
    const isDecided = /review$|reversed/.test(planned.course) && !planned.course.startsWith('wait')
    if (isDecided) expect(hoursAgo(planned.decidedAt)).toBeGreaterThan(0)
  }
})

test('the history has every course, and most inquiries are approved', () => {
  const count = (course: string) => history.filter((planned) => planned.course === course).length
  expect(new Set(history.map(({ course }) => course)).size).toBe(12)
  expect(count('approved')).toBeGreaterThan(history.length / 2)
  for (const once of ['reversed', 'delivered twice', 'event lost']) expect(count(once)).toBe(1)
})

test('one review has waited for more than two days, and others for hours', () => {
  const waiting = history.filter(({ course }) => course === 'waiting for review')
  const hours = waiting.map(({ submittedAt }) => hoursAgo(submittedAt))
  expect(hours.filter((waited) => waited > 48)).toHaveLength(1)
  expect(hours.filter((waited) => waited < 3)).toHaveLength(2)
})

test('an inquiry that was never finished is older than the seven days that it may take (N25)', () => {
  for (const { course, openedAt } of history)
    if (course === 'never finished') expect(hoursAgo(openedAt)).toBeGreaterThan(7 * 24)
})

test('the same moment always gives the same history', () => {
  expect(planHistory(NOW)).toEqual(history)
})
