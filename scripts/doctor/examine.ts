// Runs all checks, causes before symptoms. Most of them need a valid environment.
import type { Settings } from '../settings.ts'
import { checkActionKey } from './action-key.ts'
import { checkBrowserSide } from './browser.ts'
import { checkDatabase } from './database.ts'
import { checkEnvironment, checkOrigins, checkSecrets } from './environment.ts'
import { type Finding, unclear } from './finding.ts'
import { checkNode } from './node.ts'
import { checkIssuer } from './oidc.ts'
import { checkPorts } from './ports.ts'
import { checkRunningApp } from './running-app.ts'
import { checkSdk } from './sdk.ts'
import { checkService } from './service.ts'
import { checkWebhook } from './webhook.ts'

export interface Examination {
  settings: Settings
  /** The variables set in .env or for this process, without the defaults of .env.example. */
  chosen: Readonly<Record<string, string | undefined>>
  nodeVersion: string
  /** Whether to open an inquiry, to check the template. */
  opens: boolean
  /** Addresses of single instances behind the balancer. */
  instances: readonly string[]
}

/** Yields each finding as soon as it is known. */
export async function* examine(examination: Examination): AsyncGenerator<Finding> {
  const { settings, chosen, nodeVersion, opens, instances } = examination
  const usesSandbox = settings.startsSandbox
  yield checkNode(nodeVersion)
  const { env, findings } = checkEnvironment(settings.env)
  yield* findings
  yield* await checkPorts(settings)
  if (env === null) {
    yield unclear('The rest was not checked', 'Fix the variables first, then run the doctor again.')
    return
  }
  yield* checkSecrets(env, usesSandbox)
  yield* checkActionKey(chosen, env)
  yield* checkOrigins(env)
  yield* await checkDatabase({
    url: env.DATABASE_URL,
    embedded: settings.startsDatabase,
    usesSandbox,
  })
  yield* await checkService({ env, usesSandbox, opens })
  yield await checkSdk(env)
  yield* await checkIssuer(env)
  yield* await checkRunningApp(env, instances)
  yield* await checkWebhook(env, usesSandbox)
  yield* await checkBrowserSide(env)
}
