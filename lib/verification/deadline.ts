/** A time limit for work that may have none. */

export interface Deadline {
  /** Aborts when time is up, for work that can be cancelled. */
  signal: AbortSignal
  /** Settles like `work`, or rejects when time is up. */
  hold<Value>(work: Promise<Value>): Promise<Value>
  /** Stops the timer once the work is done. */
  clear(): void
}

/**
 * Rejects on a timer instead of relying on `AbortSignal.timeout`: on Node 20, a fetch whose server was killed may neither
 * settle nor react to its signal.
 *
 * @param ms milliseconds from now
 */
export function startDeadline(ms: number): Deadline {
  const controller = new AbortController()
  const waiting = new Set<(error: Error) => void>()
  let late: Error | undefined
  const timer = setTimeout(() => {
    late = new Error('The deadline has passed')
    controller.abort(late)
    for (const reject of waiting) reject(late)
  }, ms)
  return {
    // A getter, because the first access creates the signal. That is the costliest step, and reading a request body skips it.
    get signal() {
      return controller.signal
    },
    hold: (work) =>
      new Promise((resolve, reject) => {
        if (late) return reject(late)
        waiting.add(reject)
        work.then(
          (value) => {
            waiting.delete(reject)
            resolve(value)
          },
          (error: unknown) => {
            waiting.delete(reject)
            reject(error)
          },
        )
      }),
    clear: () => clearTimeout(timer),
  }
}
