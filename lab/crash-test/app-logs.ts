// What the logs of the app's instances may not hold, also not where they tell of a crash.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One for each start of an instance. */
const APP_LOG = /-app-\d+\.log$/
/** As Next and Node name what no code was ready for. */
const UNHANDLED = /unhandledRejection|uncaughtException/

/**
 * @param secrets what starts a flow, opens a session or tells of a person
 * @returns one line for each log that is not as it should be; none of the secrets is in it
 */
export function judgeLogs(logFolder: string, secrets: readonly string[]): string[] {
  return readdirSync(logFolder)
    .filter((name) => APP_LOG.test(name))
    .flatMap((name) => {
      const text = readFileSync(join(logFolder, name), 'utf8')
      const leaked = secrets.filter((secret) => text.includes(secret))
      return [
        ...(leaked.length > 0 ? [`${name} holds ${leaked.length} secrets`] : []),
        ...(UNHANDLED.test(text) ? [`${name} tells of an error that was not handled`] : []),
      ]
    })
}
