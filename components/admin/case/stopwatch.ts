/** A reading of both of the browser's clocks, in milliseconds. */
export interface Clocks {
  wall: number
  monotonic: number
}

const readBoth = (): Clocks => ({ wall: Date.now(), monotonic: performance.now() })

/**
 * Measures how long something has been on screen. `performance.now()` may stop while the computer sleeps, and a user can set the clock
 * of `Date.now()`. So between two calls, the clock that moved further counts, and setting a clock back doesn't reduce the time.
 * @returns a function that returns the milliseconds since the start. Call it often, because setting a clock back between two calls can
 *   hide a sleep
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
