// Checks that the web SDK (F2) is a script that a browser would run.
import type { Env } from '../../lib/env.ts'
import { type Finding, right, wrong } from './finding.ts'
import { ask } from './timed-fetch.ts'

export async function checkSdk({ VERIFICATION_SDK_URL: url }: Env): Promise<Finding> {
  const reply = await ask(url)
  const advice = 'Set VERIFICATION_SDK_URL to the script that the service documents.'
  if (!reply.ok) return wrong(`The SDK at ${url} can't be loaded (${reply.reason})`, advice)
  if (reply.status !== 200)
    return wrong(`The SDK at ${url} can't be loaded (HTTP ${reply.status})`, advice)
  const type = reply.headers.get('content-type') ?? 'none'
  // With nosniff, a browser runs no other content type.
  if (!/javascript|ecmascript/i.test(type))
    return wrong(`${url} is not a script (content type ${type})`, advice)
  return right('The SDK script loads')
}
