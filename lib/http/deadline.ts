/** Time limits for work that may never end by itself. */

export type Deadline = ReturnType<typeof startDeadline>

/**
 * @param ms milliseconds from now
 * @returns `signal` aborts when time is up, for work that can be cancelled. `hold` settles with its work, or rejects when time is up,
 *   because on Node 20 a fetch whose server was killed may ignore the signal. `clear` stops the timer
 */
export function startDeadline(ms: number) {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const late = Object.assign(new Error('The deadline has passed'), { name: 'DeadlineError' })
      controller.abort(late)
      reject(late)
    }, ms)
  })
  over.catch(() => {})
  return {
    signal: controller.signal,
    hold: <Value>(work: Promise<Value>): Promise<Value> => Promise.race([work, over]),
    clear: () => clearTimeout(timer),
  }
}
