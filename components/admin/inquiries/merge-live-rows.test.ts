import { describe, expect, test } from 'vitest'
import { mergeLiveRows } from './merge-live-rows'

const row = (id: string, status = 'PENDING') => ({ id, status })

describe('mergeLiveRows', () => {
  test('a changed row updates in place', () => {
    const merged = mergeLiveRows(
      [row('3'), row('2'), row('1')],
      [row('3'), row('2', 'APPROVED'), row('1')],
      true,
    )
    expect(merged).toEqual({ rows: [row('3'), row('2', 'APPROVED'), row('1')], arrivals: 0 })
  })

  test('a new row is counted but moves nothing', () => {
    const merged = mergeLiveRows([row('2'), row('1')], [row('3'), row('2')], false)
    expect(merged).toEqual({ rows: [row('2'), row('1')], arrivals: 1 })
  })

  test('a row that no longer matches the filter disappears', () => {
    const merged = mergeLiveRows([row('3'), row('2'), row('1')], [row('3'), row('1')], true)
    expect(merged.rows.map(({ id }) => id)).toEqual(['3', '1'])
  })

  test('an older row that moves up a page is not an arrival', () => {
    const merged = mergeLiveRows([row('3'), row('2')], [row('3'), row('1')], true)
    expect(merged).toEqual({ rows: [row('3')], arrivals: 0 })
  })

  test('the first row of an empty list is an arrival', () => {
    expect(mergeLiveRows([], [row('1')], true)).toEqual({ rows: [], arrivals: 1 })
  })
})
