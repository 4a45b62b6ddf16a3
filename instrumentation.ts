/** Next calls this once for each runtime. The app starts only in Node, and stays out of the other runtimes' bundles. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { startUp } = await import('./lib/runtime/start-up')
    await startUp()
  }
}
