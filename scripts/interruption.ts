// When a long-running command should stop.

const PARENT_POLL_MS = 500

/**
 * Resolves on the first Ctrl-C, SIGTERM or closed terminal, and when npm is gone. npm passes a signal to the shell between
 * them, and Debian's shell dies of it without passing it on.
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
