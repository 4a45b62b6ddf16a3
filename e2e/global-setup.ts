// Starts the one stack that all tests share, and ends it after the last of them.
import { environment } from './fixtures/environment'
import { shareStack } from './fixtures/shared-stack'
import { Stack } from './fixtures/stack'

export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  const { APP_URL: appUrl, SANDBOX_URL: serviceUrl, RECEIVER_URL } = environment
  // The battery is aimed at somebody else's receiver.
  if (RECEIVER_URL) return undefined
  if (appUrl && serviceUrl) {
    shareStack({ appUrl, serviceUrl })
    return undefined
  }
  const stack = await Stack.start({ onLine: (line) => console.log(line) })
  shareStack(stack.urls)
  return () => stack.stopAndRemove()
}
