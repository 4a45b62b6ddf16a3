// How a program that stays learns that it is to end.

const PARENT_POLL_MS = 500

/**
 * Resolves at the first Ctrl-C, SIGTERM or closed terminal; a second one while stopping ends at once. Also when npm has gone
 * that started this: it hands a signal to the shell between the two, and Debian's shell dies of it and passes nothing on.
 */
export function interruption(): Promise<'interrupted'> {
  return new Promise((resolve) => {
    const stop = () => resolve('interrupted')
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
    if (process.env.npm_lifecycle_event === undefined) return
    const parent = process.ppid
    setInterval(() => process.ppid !== parent && stop(), PARENT_POLL_MS).unref()
  })
}
