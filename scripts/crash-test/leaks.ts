// No log line may hold what starts a flow, opens a session or tells of a person, also not one that tells of a crash.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The logs of the app's instances, one for each start. */
const APP_LOG = /-app-\d+\.log$/

/** @returns one line for each log that holds one of the secrets; none of them is in it */
export function findLeaks(logFolder: string, secrets: readonly string[]): string[] {
  return readdirSync(logFolder)
    .filter((name) => APP_LOG.test(name))
    .flatMap((name) => {
      const text = readFileSync(join(logFolder, name), 'utf8')
      const leaked = secrets.filter((secret) => text.includes(secret))
      return leaked.length > 0 ? [`${name} holds ${leaked.length} secrets`] : []
    })
}
