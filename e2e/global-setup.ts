// Starts the stack that all tests share and stops it after the last of them, unless APP_URL names one that's running.
import { startAppPool } from './fixtures/app-pool'
import { environment } from './fixtures/environment'
import { copyDatabase, Postgres } from './fixtures/postgres'
import { shareStack } from './fixtures/shared-stack'
import { Stack } from './fixtures/stack'

export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  const { E2E_TARGET, APP_URL, SANDBOX_URL, RECEIVER_URL } = environment
  // The battery is testing somebody else's receiver.
  if (RECEIVER_URL) return undefined
  if (APP_URL) {
    const isReal = E2E_TARGET === 'real'
    if (!isReal && !SANDBOX_URL)
      throw new Error('With APP_URL, also set SANDBOX_URL or E2E_TARGET=real.')
    shareStack({
      appUrl: APP_URL,
      serviceUrl: isReal ? null : (SANDBOX_URL ?? null),
      poolUrl: null,
      templateUrl: null,
    })
    return undefined
  }
  if (E2E_TARGET === 'real') throw new Error('E2E_TARGET=real needs APP_URL, the app to test.')
  // A real server, as in production. Stories about crashes and start-up have the demo's embedded database.
  const postgres = await Postgres.start({ FSYNC: 'off' })
  const stack = await Stack.start({
    env: { DATABASE_URL: await copyDatabase(postgres.templateUrl) },
    onLine: (line) => console.log(line),
  })
  const { templateUrl } = postgres
  const pool = await startAppPool(stack.urls.serviceUrl, templateUrl)
  shareStack({ ...stack.urls, poolUrl: pool.url, templateUrl })
  return async () => {
    await pool.stop()
    await stack.stopAndRemove()
    await postgres.stop()
  }
}
