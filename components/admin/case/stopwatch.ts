/** A reading of both of the browser's clocks, in milliseconds. */
export interface Clocks {
  wall: number
  monotonic: number
}

const readBoth = (): Clocks => ({ wall: Date.now(), monotonic: performance.now() })

/**
 * Measures how long something has been on screen. `performance.now()` may stand still while a computer sleeps, and a user can set the
 * clock of `Date.now()`. So between two looks, the clock that moved further counts, and setting one back gives no time back.
 * @returns how many milliseconds have passed. Call it often: between two calls, a clock can hide a sleep by being set back
 */
export function startStopwatch(readClocks: () => Clocks = readBoth): () => number {
  let passedMs = 0
  let last = readClocks()
  return () => {
    const now = readClocks()
    passedMs += Math.max(0, now.wall - last.wall, now.monotonic - last.monotonic)
    last = now
    return passedMs
  }
}
