/**
 * Runs once, before the first request: checks the environment, sets the server's limits, and starts the reconciler. In development, a
 * timer calls the cron route instead, because Next reloads routes when their code changes. On SIGTERM the reconciler claims no more
 * work, and Next finishes the requests in flight.
 */
import 'server-only'
import { setInterval } from 'node:timers/promises'
import { findDatabaseProblem } from '../database/session'
import { findRefusal } from '../http/request-source'
import { limitServers } from '../http/server-limits'
import { startReconciler } from '../inquiries/reconcile'
import { startDraining } from './draining'
import { EnvironmentError, env } from './env'
import { logOnlyNames } from './log'

export async function startUp(): Promise<void> {
  checkEnvironment()
  const { NODE_ENV, RECONCILER } = env()
  const isLoop = RECONCILER === 'loop' && NODE_ENV !== 'development'
  if (NODE_ENV === 'development') callCronRoute()
  const reconciler = isLoop ? startReconciler() : null
  limitServers({ findRefusal, keepsUpgrades: NODE_ENV === 'development' })
  if (NODE_ENV === 'production') logOnlyNames(console)
  void explainDatabase()
  process.on('SIGUSR2', startDraining)
  process.once('SIGTERM', async () => {
    startDraining()
    // If the process exits earlier, interrupted work is retried when its lease expires.
    await reconciler?.stop()
  })
}

/** Calls the cron route each second, and never while the previous call runs. */
async function callCronRoute(): Promise<void> {
  const { NEXTAUTH_URL, CRON_SECRET } = env()
  const request = { method: 'POST', headers: { authorization: `Bearer ${CRON_SECRET}` } }
  // Calls fail while the app compiles or restarts.
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

/** The app starts even without its database. Its log lines then have only codes, so this explains the problem in the terminal. */
async function explainDatabase(): Promise<void> {
  const problem = await findDatabaseProblem(env().DATABASE_URL)
  if (problem !== null) process.stderr.write(`${problem} npm run doctor checks the rest.\n`)
}
