import { describe, expect, test } from 'vitest'
import { namesZone, parseInstant } from './instant.ts'

const at = (text: string) => {
  const ms = parseInstant(text)
  return ms === null ? null : new Date(ms).toISOString()
}

// O6's conformance check covers the usual forms.
describe('parseInstant', () => {
  test.each([
    ['2026-11-22T10:30:00,123456789Z', '2026-11-22T10:30:00.123Z'],
    ['2026-11-22T10.5Z', '2026-11-22T10:30:00.000Z'],
    ['2026-11-22T10Z', '2026-11-22T10:00:00.000Z'],
    ['2026-11-22T24:00:00Z', '2026-11-23T00:00:00.000Z'],
    ['2026-11-22t10:30:00z', '2026-11-22T10:30:00.000Z'],
    ['20261122T103000Z', '2026-11-22T10:30:00.000Z'],
    ['20261122T1030+0200', '2026-11-22T08:30:00.000Z'],
    ['2026-326T10:30:00Z', '2026-11-22T10:30:00.000Z'],
    ['2026-W47-7T10:30:00Z', '2026-11-22T10:30:00.000Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['2026-11-22T10:30:00', '2026-11-22T10:30:00.000Z'],
  ])('reads %s', (text, expected) => {
    expect(at(text)).toBe(expected)
  })

  test.each([
    'tomorrow',
    '2026-11-22',
    '2026-11-22 10:30:00Z',
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-366T00:00:00Z',
    '2026-W54-1T00:00:00Z',
    '2026-11-22T25:00:00Z',
    '2026-11-22T24:00:01Z',
    '2026-11-22T10:60:00Z',
    '2026-11-22T10:30:61Z',
    '2026-11-22T10:30:00+24:00',
    '1795343400000',
  ])('refuses %s', (text) => {
    expect(at(text)).toBeNull()
  })
})

test.each([
  ['2026-11-22T10:30:00', false],
  ['20261122T1030', false],
  ['2026-11-22T10:30:00Z', true],
  ['2026-11-22T10:30:00-02', true],
])('%s names its zone: %s (N33)', (text, names) => {
  expect(namesZone(text)).toBe(names)
})
