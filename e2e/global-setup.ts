// Starts the stack that all tests share and stops it after the last of them, unless APP_URL names one that's running.
import { environment } from './fixtures/environment'
import { Postgres } from './fixtures/postgres'
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
      isOurs: false,
      templateUrl: null,
    })
    return undefined
  }
  if (E2E_TARGET === 'real') throw new Error('E2E_TARGET=real needs APP_URL, the app to test.')
  // The first worker's app has the demo's embedded database. Other workers' apps use a real server, as in production.
  const [stack, postgres] = await Promise.all([
    Stack.start({ onLine: (line) => console.log(line) }),
    Postgres.start({ FSYNC: 'off' }),
  ])
  shareStack({ ...stack.urls, isOurs: true, templateUrl: postgres.templateUrl })
  return async () => {
    await stack.stopAndRemove()
    await postgres.stop()
  }
}
