import { expect, test } from 'vitest'
import { startStopwatch } from './stopwatch'

const MINUTE_MS = 60_000

function start() {
  const clocks = { wall: Date.parse('2026-11-28T12:00:00Z'), monotonic: 1_000 }
  const passedMs = startStopwatch(() => ({ ...clocks }))
  /** Moves each clock by a number of minutes. @returns how many minutes the stopwatch has counted */
  const move = ({ wall = 0, monotonic = 0 }) => {
    clocks.wall += wall * MINUTE_MS
    clocks.monotonic += monotonic * MINUTE_MS
    return passedMs() / MINUTE_MS
  }
  return move
}

test('time that passes on both clocks counts once', () => {
  const move = start()
  expect(move({ wall: 1, monotonic: 1 })).toBe(1)
  expect(move({ wall: 2, monotonic: 2 })).toBe(3)
  expect(move({})).toBe(3)
})

test('a sleep counts, although the monotonic clock stood still', () => {
  expect(start()({ wall: 20 })).toBe(20)
})

test('setting a clock back doesn’t reduce the time, also before a sleep', () => {
  const move = start()
  expect(move({ wall: -30, monotonic: 1 })).toBe(1)
  expect(move({ wall: -30 })).toBe(1)
  expect(move({ wall: 20 })).toBe(21)
  expect(move({ monotonic: 4 })).toBe(25)
})
