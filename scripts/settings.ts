// Reads the settings. The process's environment overrides .env, which overrides .env.example, which works unedited.
// The URLs of .env.example follow PORT, SANDBOX_PORT and DATABASE_PORT, unless somebody sets the URLs themselves.
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import nextEnv from '@next/env'
import { z } from 'zod'

export const ROOT = join(import.meta.dirname, '..')

export type Settings = {
  /** The complete environment for the processes to start. */
  env: Record<string, string>
  port: number
  sandboxPort: number
  databasePort: number
  dataDir: string
  /** False if DATABASE_URL names another database, or VERIFICATION_BASE_URL another service. */
  startsDatabase: boolean
  startsSandbox: boolean
}

/** An error whose message tells the person at the terminal what to do. It is printed without a stack. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/**
 * True for errors that explain themselves: ours, parseArgs' about unknown options, and lib/runtime/env.ts's about wrong
 * variables.
 */
export const isForTerminal = (error: unknown): error is Error =>
  error instanceof Error &&
  (['CommandError', 'EnvironmentError'].includes(error.name) ||
    ('code' in error && /^ERR_PARSE_ARGS/.test(String(error.code))))

type Variables = Readonly<Record<string, string | undefined>>

const portSchema = z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(1).max(65535))

interface SettingsOptions {
  root?: string
  dev?: boolean
  /** For commands on a deployment: if the settings name another service, ignore .env.example, as the app does. */
  deployed?: boolean
}

/** @throws CommandError */
export function readSettings(
  processEnv: Variables,
  { root = ROOT, dev = false, deployed = false }: SettingsOptions = {},
): Settings {
  // Next's parser expands `$NAME`. Using it, our commands read the same value as the app.
  const { parsedEnv: fromFiles = {} } = nextEnv.loadEnvConfig(root, dev, console, true)
  const set = { ...defined(fromFiles), ...defined(processEnv) }
  const published = readExample(root)
  const service = set.VERIFICATION_BASE_URL ?? published.VERIFICATION_BASE_URL
  const example = deployed && service !== published.VERIFICATION_BASE_URL ? {} : published
  const given: Record<string, string> = { ...example, ...set }
  const isUntouched = (name: string) => name in example && given[name] === example[name]
  const port = parsePort('PORT', given.PORT, 3000)
  const sandboxPort = parsePort('SANDBOX_PORT', given.SANDBOX_PORT, 4000)
  const databasePort = parsePort('DATABASE_PORT', given.DATABASE_PORT, 25432)
  const startsSandbox = isUntouched('VERIFICATION_BASE_URL')
  if (!startsSandbox) requireServiceUrls(isUntouched)

  const appUrl = `http://localhost:${port}`
  const sandboxUrl = `http://localhost:${sandboxPort}`
  const following: Record<string, string> = {
    DATABASE_URL: `postgresql://postgres:postgres@127.0.0.1:${databasePort}/postgres?sslmode=disable`,
    VERIFICATION_BASE_URL: sandboxUrl,
    VERIFICATION_SDK_URL: `${sandboxUrl}/sdk/v1.js`,
    VERIFICATION_ARTIFACT_ORIGINS: sandboxUrl,
    // Optional, so for another service it stays empty until somebody sets it.
    VERIFICATION_PORTAL_URL: startsSandbox ? `${sandboxUrl}/portal/review?case={referenceId}` : '',
    NEXTAUTH_URL: appUrl,
  }
  const env: Record<string, string> = {
    // There is no proxy in front of the app, so X-Forwarded-For could only be forged.
    TRUSTED_PROXY_HOPS: '0',
    ...given,
    ...Object.fromEntries(Object.entries(following).filter(([name]) => isUntouched(name))),
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    DATABASE_PORT: String(databasePort),
    DATA_DIR: resolve(root, given.DATA_DIR || '.data'),
    NEXT_TELEMETRY_DISABLED: '1',
  }
  // Builds contain this key. It is derived, so that every build of the demo has the same one.
  env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY ||= createHmac('sha256', given.NEXTAUTH_SECRET ?? '')
    .update('server actions')
    .digest('base64')
  return {
    env,
    port,
    sandboxPort,
    databasePort,
    dataDir: env.DATA_DIR ?? '',
    startsDatabase: isUntouched('DATABASE_URL'),
    startsSandbox,
  }
}

/** The values of .env.example. In a process's environment, they override the values of .env. */
export const readExample = (root = ROOT): Record<string, string> =>
  defined(parseEnv(readFileSync(join(root, '.env.example'), 'utf8')))

function defined(variables: Variables): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )
}

function parsePort(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined || text === '') return fallback
  const parsed = portSchema.safeParse(text)
  if (parsed.success) return parsed.data
  throw new CommandError(`${name} must be a port number from 1 to 65535; it is "${text}".`)
}

function requireServiceUrls(isUntouched: (name: string) => boolean): void {
  for (const name of ['VERIFICATION_SDK_URL', 'VERIFICATION_ARTIFACT_ORIGINS']) {
    if (!isUntouched(name)) continue
    throw new CommandError(
      `VERIFICATION_BASE_URL names another service, but ${name} still names the sandbox: set it as well.`,
    )
  }
}
