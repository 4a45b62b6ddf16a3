// Runs all checks, causes before symptoms. A check returns its problems, which contain no secret.

import { isLoopback } from '../../lib/http/local-host.ts'
import { type Env, EnvironmentError, findPublished, parseEnv } from '../../lib/runtime/env.ts'
import type { Settings } from '../settings.ts'
import { checkDatabase } from './database.ts'
import { checkApp, checkIssuer, checkSdk, checkService, reasonOf } from './network.ts'

/** The parts of the settings that matter here. */
type Installation = Pick<Settings, 'env' | 'startsSandbox'>

interface Examined {
  name: string
  problems: string[]
  /** Facts worth knowing that aren't problems. */
  notes: string[]
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
      notes: [],
    }
    // Every other check needs the environment.
    return
  }
  const checks: Record<string, (notes: Set<string>) => Promise<string[]>> = {
    environment: async () => checkValues(env, startsSandbox),
    'database, migrations, clock, recent problems': (notes) =>
      checkDatabase(env.DATABASE_URL, notes),
    'service, API key, clock': (notes) => checkService(env, opens, notes),
    'SDK script': () => checkSdk(env),
    'OpenID Connect issuer': () => checkIssuer(env),
    'signed delivery to the app': () => checkApp(env),
  }
  for (const [name, check] of Object.entries(checks)) {
    const unknown = (error: unknown) => [`${name}: it could not be checked (${reasonOf(error)}).`]
    const notes = new Set<string>()
    yield { name, problems: await check(notes).catch(unknown), notes: [...notes] }
  }
}

/** Finds values that parseEnv accepts because they are fine with a sandbox on this machine. */
function checkValues(env: Env, startsSandbox: boolean): string[] {
  const problems = (startsSandbox ? [] : findPublished(env)).map(
    (name) =>
      `${name} is the published value from .env.example. Set ${name.startsWith('VERIFICATION_') ? "what the service's portal showed you (A3, W1)" : 'your own: openssl rand -base64 32'}.`,
  )
  if (env.NEXTAUTH_URL.startsWith('https:')) {
    const loaded = [env.VERIFICATION_SDK_URL, ...env.VERIFICATION_ARTIFACT_ORIGINS]
    for (const url of loaded.filter((each) => each.startsWith('http:')))
      problems.push(
        `The SDK or the document images come from ${new URL(url).origin}, which a page on HTTPS can't load. Set https:// addresses.`,
      )
  } else if (!(startsSandbox && isLoopback(new URL(env.NEXTAUTH_URL).hostname)))
    problems.push(
      `NEXTAUTH_URL ${env.NEXTAUTH_URL} is not HTTPS: no camera, no protected cookies, and no events (W2). Put TLS in front of the app and set the https:// address.`,
    )
  return problems
}
