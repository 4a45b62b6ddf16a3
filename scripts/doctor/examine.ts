// All checks, causes before symptoms. A check returns its problems; none of them contains a secret.
import { type Env, EnvironmentError, parseEnv } from '../../lib/env.ts'
import { isLoopback } from '../../lib/local-host.ts'
import type { Settings } from '../settings.ts'
import { checkDatabase } from './database.ts'
import { checkApp, checkIssuer, checkSdk, checkService, reasonOf } from './network.ts'

/** The parts of the settings that matter here. */
type Installation = Pick<Settings, 'env' | 'startsSandbox'>

interface Examined {
  name: string
  problems: string[]
}

/** @param opens whether to open an inquiry, which stays at the service */
export async function* examine(
  { env: variables, startsSandbox }: Installation,
  opens: boolean,
): AsyncGenerator<Examined> {
  let env: Env
  try {
    env = parseEnv(variables)
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    const [, ...lines] = error.message.split('\n')
    yield {
      name: 'environment',
      problems: lines.map((line) => `${line.trim()}. Correct it in .env (see .env.example).`),
    }
    // Everything else needs it.
    return
  }
  const checks: Record<string, () => Promise<string[]>> = {
    environment: async () => checkAddress(env, startsSandbox),
    'database, migrations, clock': () => checkDatabase(env.DATABASE_URL),
    'service, API key, clock': () => checkService(env, opens),
    'SDK script': () => checkSdk(env),
    'OpenID Connect issuer': () => checkIssuer(env),
    'signed delivery to the app, forms': () => checkApp(env),
  }
  for (const [name, check] of Object.entries(checks)) {
    const unknown = (error: unknown) => [`${name}: it could not be checked (${reasonOf(error)}).`]
    yield { name, problems: await check().catch(unknown) }
  }
}

/** What parseEnv can't refuse, because it is fine with the sandbox on this machine. */
function checkAddress({ NEXTAUTH_URL: app }: Env, startsSandbox: boolean): string[] {
  const { protocol, hostname } = new URL(app)
  if (protocol === 'https:' || (startsSandbox && isLoopback(hostname))) return []
  return [
    `NEXTAUTH_URL ${app} is not HTTPS: no camera, no protected cookies, and no events (W2). Put TLS in front of the app and set the https:// address.`,
  ]
}
