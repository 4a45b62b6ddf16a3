/** A deadline that holds whatever the work does about it. */

export interface Deadline {
  /** Aborts at the deadline: for work that can be told to stop. */
  signal: AbortSignal
  /** Settles as the work does, or rejects at the deadline. */
  hold<Value>(work: Promise<Value>): Promise<Value>
  /** The work is done: nothing more happens. */
  clear(): void
}

/**
 * Its own timer, and its own rejection. A fetch whose server was killed has been seen to neither settle nor heed
 * `AbortSignal.timeout` (Node 20): what waited for it would have waited for ever.
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
