/** Next calls this once for each runtime. The dynamic import keeps the app out of the bundles of runtimes other than Node. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { startUp } = await import('./lib/runtime/start-up')
    await startUp()
  }
}
