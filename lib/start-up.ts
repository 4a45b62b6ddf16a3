/**
 * Runs once, before the first request: checks the environment and the pooler, and starts the reconciler, the
 * upkeep and the trace export if they're configured. In development a timer calls the cron route instead, which
 * Next reloads when its code changes. On SIGTERM the reconciler claims no more work, while Next
 * finishes the requests in flight.
 */
import 'server-only'
import { setInterval } from 'node:timers/promises'
import { startDraining } from './draining'
import { EnvironmentError, env } from './env'
import { startReconciler } from './inquiries/reconcile'
import { logOnlyNames } from './log'
import { findPoolerProblem } from './pooler'
import { startUpkeep } from './upkeep'

export async function startUp(): Promise<void> {
  checkEnvironment()
  await checkPooler()
  const { NODE_ENV, RECONCILER } = env()
  const isLoop = RECONCILER === 'loop' && NODE_ENV !== 'development'
  if (NODE_ENV === 'development') callCronRoute()
  const reconciler = isLoop ? startReconciler() : null
  const upkeep = isLoop ? startUpkeep() : null
  const traces = await startTraces()
  if (NODE_ENV === 'production') logOnlyNames(console)
  process.on('SIGUSR2', startDraining)
  process.once('SIGTERM', async () => {
    startDraining()
    // Work that takes longer than the requests in flight is interrupted. Once its lease expires, it is retried.
    await Promise.all([reconciler?.stop(), upkeep?.stop()])
    await traces?.flush()
  })
}

/** Every second, after the pass before it. */
async function callCronRoute(): Promise<void> {
  const { NEXTAUTH_URL, CRON_SECRET } = env()
  const request = { method: 'POST', headers: { authorization: `Bearer ${CRON_SECRET}` } }
  // While the app compiles or restarts, there is no answer.
  for await (const _ of setInterval(1_000, null, { ref: false }))
    await fetch(`${NEXTAUTH_URL}/api/cron/reconcile`, request).catch(() => {})
}

function checkEnvironment(): void {
  try {
    env()
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

/** With the wrong pooler, deliveries would fail now and then. A database that isn't up yet doesn't stop the start. */
async function checkPooler(): Promise<void> {
  const problem = await findPoolerProblem(env().DATABASE_URL)
  if (problem === null) return
  console.error(problem)
  process.exit(1)
}

async function startTraces() {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME } = env()
  if (!OTEL_EXPORTER_OTLP_ENDPOINT) return null
  const { startTraceExport } = await import('./trace-export')
  return startTraceExport(OTEL_SERVICE_NAME)
}
