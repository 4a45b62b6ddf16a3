// Starts the one stack that all tests share, and ends it after the last of them; or learns which one is there already.
import { environment } from './fixtures/environment'
import { Postgres } from './fixtures/postgres'
import { shareStack } from './fixtures/shared-stack'
import { Stack } from './fixtures/stack'

export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  const { E2E_TARGET, APP_URL, SANDBOX_URL, RECEIVER_URL } = environment
  // The battery is aimed at somebody else's receiver.
  if (RECEIVER_URL) return undefined
  if (APP_URL) {
    const isReal = E2E_TARGET === 'real'
    if (!isReal && !SANDBOX_URL)
      throw new Error('APP_URL needs SANDBOX_URL beside it, or E2E_TARGET=real.')
    shareStack({
      appUrl: APP_URL,
      serviceUrl: isReal ? null : (SANDBOX_URL ?? null),
      isOurs: false,
      templateUrl: null,
    })
    return undefined
  }
  if (E2E_TARGET === 'real') throw new Error('E2E_TARGET=real needs APP_URL: the app to be tried.')
  // This app has the demo's embedded database. Those of the other workers, and of the stories with an app of their own, have
  // a real one, as in production.
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
