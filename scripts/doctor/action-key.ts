// The key that becomes part of a build, and that all builds of a deployment share.
import type { Env } from '../../lib/env.ts'
import { isLoopback } from '../../lib/published-secrets.ts'
import { type Finding, right, wrong } from './finding.ts'

const NAME = 'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY'
/** The lengths of an AES key. */
const KEY_BYTES: readonly number[] = [16, 24, 32]
const HOW =
  'Make one with `openssl rand -base64 32`, set it here and where `npm run build` runs, and keep it for every later build.'

/** @param chosen what was set by somebody: .env and the environment of this process */
export function checkActionKey(
  chosen: Readonly<Record<string, string | undefined>>,
  env: Env,
): Finding[] {
  // The demo and development have one build at a time.
  if (isLoopback(env.NEXTAUTH_URL)) return []
  const key = chosen[NAME]
  if (!key)
    return [
      wrong(
        `${NAME} is missing, so a form that was filled in before a release is unknown after it`,
        HOW,
      ),
    ]
  const bytes = Buffer.from(key, 'base64')
  if (bytes.toString('base64') === key && KEY_BYTES.includes(bytes.length))
    return [right('The builds have a key for server actions')]
  return [wrong(`${NAME} is not 16, 24 or 32 bytes in Base64`, HOW)]
}
