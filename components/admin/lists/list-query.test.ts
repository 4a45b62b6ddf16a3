import { expect, test } from 'vitest'
import {
  parseAuditQuery,
  parseEventQuery,
  parseRejectionQuery,
  toListParameters,
  toTimeRange,
} from './list-query'

const RANGE = { from: '2026-01-31T08:30', to: '2026-01-31T09:00' }

test('a filter in the URL survives a round trip', () => {
  const events = { kind: 'inquiry.approved', match: 'no_inquiry', ...RANGE }
  expect(toListParameters(parseEventQuery(events))).toEqual(events)
  const rejections = { reason: 'too_large', ...RANGE }
  expect(toListParameters(parseRejectionQuery(rejections))).toEqual(rejections)
  const audit = { action: 'list.exported', outcome: 'refused', actor: 'system', ...RANGE }
  expect(toListParameters(parseAuditQuery(audit))).toEqual(audit)
})

test('invalid values are ignored', () => {
  for (const from of ['', 'yesterday', '2026-13-01T00:00', '0000-01-01T00:00', '2026-01-31', ['x']])
    expect(toListParameters(parseEventQuery({ from, match: 'lost', kind: ' ' }))).toEqual({})
  expect(toListParameters(parseAuditQuery({ outcome: 'maybe', actor: ['a', 'b'] }))).toEqual({})
})

test('a range is in UTC and includes its last minute', () => {
  expect(toTimeRange(RANGE)).toEqual({
    from: new Date('2026-01-31T08:30:00Z'),
    to: new Date('2026-01-31T09:01:00Z'),
  })
  expect(toTimeRange({})).toEqual({})
})
