// A fair mutex: callers get their turns in order.

export interface Turns {
  /** Resolves when it's the caller's turn, with a function that ends it. */
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
