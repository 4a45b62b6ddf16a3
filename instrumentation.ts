/**
 * What happens once, before the first request: the environment is checked, traces are exported where that is
 * configured, and the reconciler starts. On SIGTERM it claims nothing more, while Next finishes the requests in flight.
 */
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
  const reconciler = startReconciler()
  const traces = await startTraces()
  process.once('SIGTERM', async () => {
    // A row that outlasts the requests in flight is cut off: its lease ends, and the same request is sent again.
    await reconciler.stop()
    await traces?.flush()
  })
}

async function startTraces() {
  const { env } = await import('./lib/env')
  if (!env().OTEL_EXPORTER_OTLP_ENDPOINT) return null
  const { startTraceExport } = await import('./lib/trace-export')
  return startTraceExport(env().OTEL_SERVICE_NAME)
}
