import { describe, expect, test } from 'vitest'
import { mergeLiveRows } from './merge-live-rows'

const row = (id: string, status = 'PENDING') => ({ id, status, waitingSince: null })
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
const NEWEST = { sort: 'newest', isLast: false } as const
const LAST = { sort: 'newest', isLast: true } as const

describe('mergeLiveRows', () => {
  test('a changed row updates in place', () => {
    const latest = [row('3'), row('2', 'APPROVED'), row('1')]
    const merged = mergeLiveRows([row('3'), row('2'), row('1')], latest, LAST)
    expect(merged).toEqual({ rows: latest, arrivals: 0 })
  })

  test('a new row is counted but moves nothing', () => {
    const merged = mergeLiveRows([row('2'), row('1')], [row('3'), row('2')], NEWEST)
    expect(merged).toEqual({ rows: [row('2'), row('1')], arrivals: 1 })
  })

  test('a row that no longer matches the filter disappears', () => {
    const merged = mergeLiveRows([row('3'), row('2'), row('1')], [row('3'), row('1')], LAST)
    expect(ids(merged.rows)).toEqual(['3', '1'])
  })

  test('an older row that moves up a page is not an arrival', () => {
    const merged = mergeLiveRows([row('3'), row('2')], [row('3'), row('1')], LAST)
    expect(merged).toEqual({ rows: [row('3')], arrivals: 0 })
  })

  test('the first row of an empty list is an arrival', () => {
    expect(mergeLiveRows([], [row('1')], LAST)).toEqual({ rows: [], arrivals: 1 })
  })

  test('in a queue, a row that joins the end is an arrival, and a row that left disappears', () => {
    const waiting = (id: string, waitingSince: string) => ({ id, waitingSince })
    const [first, second, third] = [waiting('9', '01'), waiting('2', '02'), waiting('5', '03')]
    const page = { sort: 'waiting', isLast: false } as const
    expect(mergeLiveRows([first, second], [second, third], page)).toEqual({
      rows: [second],
      arrivals: 1,
    })
  })

  test('in a queue, a row that an earlier one pushes off the page stays on screen', () => {
    const oldest = { sort: 'oldest', isLast: false } as const
    const merged = mergeLiveRows([row('2'), row('3')], [row('1'), row('2')], oldest)
    expect(merged).toEqual({ rows: [row('2'), row('3')], arrivals: 1 })
  })
})
