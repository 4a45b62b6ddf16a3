/** What happens once, before the first request: the environment is checked and the reconciler starts. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { env, EnvironmentError } = await import('./lib/env')
  try {
    env()
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    console.error(error.message)
    process.exit(1)
  }
  const { startReconciler } = await import('./lib/inquiries/reconcile')
  startReconciler()
}
