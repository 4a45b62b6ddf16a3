/** Called by Next once for each runtime; the app's own work is done in Node alone, and kept out of the others' bundles. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { startUp } = await import('./lib/start-up')
    await startUp()
  }
}
