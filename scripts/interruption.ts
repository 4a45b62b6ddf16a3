// Tells a long-running command when to stop.

const PARENT_POLL_MS = 500

/**
 * Resolves on the first Ctrl-C, SIGTERM or closed terminal, and when the parent process is gone: npm sends a signal to the
 * shell between itself and this process, and Debian's shell dies without passing it on.
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
