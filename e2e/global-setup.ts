// Starts the stack that all tests share and stops it after the last of them, unless APP_URL names one that's running.
import { environment } from './fixtures/environment'
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
    })
    return undefined
  }
  if (E2E_TARGET === 'real') throw new Error('E2E_TARGET=real needs APP_URL, the app to test.')
  const stack = await Stack.start({ onLine: (line) => console.log(line) })
  shareStack({ ...stack.urls, isOurs: true })
  return () => stack.stopAndRemove()
}
