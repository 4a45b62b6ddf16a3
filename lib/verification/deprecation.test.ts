import { expect, test } from 'vitest'
import { readDeprecation } from './deprecation'

const SINCE = new Date('2026-01-01T00:00:00.000Z')
const ENDS_AT = new Date('2026-06-30T00:00:00.000Z')

test.each([
  [{}, null],
  [{ date: 'Tue, 30 Jun 2026 00:00:00 GMT' }, null],
  [
    { deprecation: '@1767225600', sunset: 'Tue, 30 Jun 2026 00:00:00 GMT' },
    { since: SINCE, endsAt: ENDS_AT },
  ],
  [{ sunset: 'Tue, 30 Jun 2026 00:00:00 GMT' }, { since: null, endsAt: ENDS_AT }],
  [{ deprecation: 'Thu, 01 Jan 2026 00:00:00 GMT' }, { since: SINCE, endsAt: null }],
  [
    { deprecation: 'true', sunset: 'Zoë Canary' },
    { since: null, endsAt: null },
  ],
  [
    { deprecation: '@9999999999999999', sunset: '-5' },
    { since: null, endsAt: null },
  ],
])('of the headers %j, %j is understood (N35)', (headers, understood) => {
  const given = new Headers()
  for (const [name, value] of Object.entries(headers)) given.set(name, value)
  expect(readDeprecation(given)).toEqual(understood)
})
