// What the app's logs must not contain, even after a crash.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One per start of an instance. */
const APP_LOG = /-app-\d+\.log$/
/** How Next and Node report unhandled errors. */
const UNHANDLED = /unhandledRejection|uncaughtException/

/**
 * @param secrets ids that start a flow, cookies, and personal data
 * @returns one line per problem, without the secrets themselves
 */
export function judgeLogs(logFolder: string, secrets: readonly string[]): string[] {
  return readdirSync(logFolder)
    .filter((name) => APP_LOG.test(name))
    .flatMap((name) => {
      const text = readFileSync(join(logFolder, name), 'utf8')
      const leaked = secrets.filter((secret) => text.includes(secret))
      return [
        ...(leaked.length > 0 ? [`${name} contains ${leaked.length} secrets`] : []),
        ...(UNHANDLED.test(text) ? [`${name} reports an unhandled error`] : []),
      ]
    })
}
