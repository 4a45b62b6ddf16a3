/**
 * What happens once, before the first request: the environment is checked, traces are exported where that is
 * configured, and the reconciler starts. On SIGTERM it claims nothing more, while Next finishes the requests in flight.
 */
import 'server-only'
import { EnvironmentError, env } from './env'
import { startReconciler } from './inquiries/reconcile'

export async function startUp(): Promise<void> {
  checkEnvironment()
  const reconciler = env().RECONCILER === 'loop' ? startReconciler() : null
  const traces = await startTraces()
  process.once('SIGTERM', async () => {
    // Work that outlasts the requests in flight is cut off: its lease ends, and the same request is sent again.
    await reconciler?.stop()
    await traces?.flush()
  })
}

/** A mistake ends the process, with the name of the variable and what is wrong with it. */
function checkEnvironment(): void {
  try {
    env()
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

/** The exporter is loaded only where it is configured. */
async function startTraces() {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME } = env()
  if (!OTEL_EXPORTER_OTLP_ENDPOINT) return null
  const { startTraceExport } = await import('./trace-export')
  return startTraceExport(OTEL_SERVICE_NAME)
}
