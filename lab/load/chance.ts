// A seeded random generator (mulberry32), so a failed run can be repeated.

export interface Chance {
  /** A number in [from, to). */
  between(from: number, to: number): number
  /** True with this probability. */
  happens(share: number): boolean
  oneOf<Value>(values: readonly [Value, ...Value[]]): Value
}

export function createChance(seed: number): Chance {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    between: (from, to) => from + next() * (to - from),
    happens: (share) => next() < share,
    oneOf: (values) => values[Math.floor(next() * values.length)] ?? values[0],
  }
}
