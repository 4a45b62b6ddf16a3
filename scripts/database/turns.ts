// Turns at something that one may use at a time, in the order of asking.

export interface Turns {
  /** Resolves when it is one's turn, with what ends the turn. */
  take(): Promise<() => void>
}

export function createTurns(): Turns {
  let last = Promise.resolve()
  return {
    take: async () => {
      const before = last
      let end: () => void = () => {}
      last = new Promise((resolve) => {
        end = resolve
      })
      await before
      return end
    },
  }
}
