// NEXT_SERVER_ACTIONS_ENCRYPTION_KEY becomes part of a build. Next derives the ids of server actions from it, so two builds
// only understand each other's forms if they were built with the same key.
import { createHmac } from 'node:crypto'

export const ACTION_KEY_VARIABLE = 'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY'

/** The lengths of an AES key. */
const KEY_BYTES: readonly number[] = [16, 24, 32]
const HOW_TO_MAKE_ONE =
  'Make one with `openssl rand -base64 32` and keep it with your other secrets: every build of a deployment needs the same one (docs/operations.md, Release).'

/** @returns what is wrong with the key, or undefined */
export function actionKeyProblem(key: string | undefined): string | undefined {
  if (!key) return `${ACTION_KEY_VARIABLE} is missing. ${HOW_TO_MAKE_ONE}`
  const bytes = Buffer.from(key, 'base64')
  if (bytes.toString('base64') === key && KEY_BYTES.includes(bytes.length)) return undefined
  return `${ACTION_KEY_VARIABLE} must be 16, 24 or 32 bytes in Base64. ${HOW_TO_MAKE_ONE}`
}

/** For the demo, development and tests, where nobody sets a key. The same for every build on every machine. */
export const localActionKey = (secret: string): string =>
  createHmac('sha256', secret).update('server actions').digest('base64')
