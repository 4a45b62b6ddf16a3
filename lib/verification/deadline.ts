/** A time limit for work that may not have one of its own. */

export interface Deadline {
  /** Aborts when time is up, for work that can be cancelled. */
  signal: AbortSignal
  /** Settles as the work does, or rejects when time is up. */
  hold<Value>(work: Promise<Value>): Promise<Value>
  /** Stops the timer once the work is done. */
  clear(): void
}

/**
 * Rejects by itself instead of relying on `AbortSignal.timeout`: on Node 20, a fetch whose server was killed may neither
 * settle nor react to its signal.
 *
 * @param ms milliseconds from now
 */
export function startDeadline(ms: number): Deadline {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new Error('The deadline has passed')), ms)
  return {
    signal: controller.signal,
    hold: (work) =>
      new Promise((resolve, reject) => {
        const late = () => reject(controller.signal.reason)
        if (controller.signal.aborted) return late()
        controller.signal.addEventListener('abort', late, { once: true })
        work.then(resolve, reject).finally(() => {
          controller.signal.removeEventListener('abort', late)
        })
      }),
    clear: () => clearTimeout(timer),
  }
}
