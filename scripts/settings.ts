// Reads the settings: the process's environment overrides .env, which overrides .env.example, which works unedited.
// The URLs in .env.example follow PORT, SANDBOX_PORT and DATABASE_PORT unless they are changed.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { ACTION_KEY_VARIABLE, actionKeyProblem, localActionKey } from './action-key.ts'

export const ROOT = join(import.meta.dirname, '..')

export type Settings = {
  /** The whole environment of the processes to start. */
  env: Record<string, string>
  /** The host in the URLs that people open. */
  publicHost: string
  port: number
  sandboxPort: number
  databasePort: number
  dataDir: string
  /** False when DATABASE_URL names another database, or VERIFICATION_BASE_URL another service. */
  startsDatabase: boolean
  startsSandbox: boolean
}

/** The message names the variable and what is wrong with it. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

type Variables = Readonly<Record<string, string | undefined>>

const portSchema = z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(1).max(65535))

/**
 * @param publicHost an address of this machine that other devices reach. Without it only this machine is served.
 * @throws SettingsError
 */
export function readSettings(processEnv: Variables, root = ROOT, publicHost?: string): Settings {
  return settle(readChosen(processEnv, root), root, publicHost)
}

/** For commands that only need the database. @throws SettingsError */
export function readDatabaseUrl(processEnv: Variables, root = ROOT): string {
  const example = readEnvFile(join(root, '.env.example'))
  const { DATABASE_URL, DATABASE_PORT } = { ...example, ...readChosen(processEnv, root) }
  return DATABASE_URL && DATABASE_URL !== example.DATABASE_URL
    ? DATABASE_URL
    : embeddedUrl(parsePort('DATABASE_PORT', DATABASE_PORT, 54329))
}

/** For the build of a deployment, where the key has to be set. @throws SettingsError */
export function readActionKey(processEnv: Variables, root = ROOT): string {
  const key = readChosen(processEnv, root)[ACTION_KEY_VARIABLE] ?? ''
  const problem = actionKeyProblem(key)
  if (problem) throw new SettingsError(problem)
  return key
}

/** As in a fresh clone, so a test never touches the database or service configured here. */
export function readTestSettings(processEnv: Variables, root = ROOT): Settings {
  const configurable = Object.keys(readEnvFile(join(root, '.env.example')))
  const rest = Object.entries(defined(processEnv)).filter(([name]) => !configurable.includes(name))
  return settle(Object.fromEntries(rest), root)
}

/** The variables that somebody set, without the defaults of .env.example. */
export const readChosen = (processEnv: Variables, root = ROOT): Record<string, string> => ({
  ...readEnvFile(join(root, '.env')),
  ...defined(processEnv),
})

const embeddedUrl = (port: number) =>
  `postgresql://postgres:postgres@127.0.0.1:${port}/postgres?sslmode=disable`

function settle(chosen: Record<string, string>, root: string, publicHost = 'localhost'): Settings {
  const example = readEnvFile(join(root, '.env.example'))
  const given: Record<string, string> = { ...example, ...chosen }
  const port = parsePort('PORT', given.PORT, 3000)
  const sandboxPort = parsePort('SANDBOX_PORT', given.SANDBOX_PORT, 4000)
  const databasePort = parsePort('DATABASE_PORT', given.DATABASE_PORT, 54329)
  requireDifferent({ PORT: port, SANDBOX_PORT: sandboxPort, DATABASE_PORT: databasePort })
  const dataDir = resolve(root, given.DATA_DIR || '.data')

  const isUntouched = (name: string) => given[name] === example[name]
  const startsSandbox = isUntouched('VERIFICATION_BASE_URL')
  if (!startsSandbox) requireServiceUrls(isUntouched)
  if (startsSandbox && !existsSync(join(root, 'sandbox'))) {
    throw new SettingsError(
      'There is no sandbox here: set VERIFICATION_BASE_URL to the service, for example to its staging system.',
    )
  }

  const sandboxUrl = `http://${publicHost}:${sandboxPort}`
  const following: Record<string, string> = {
    DATABASE_URL: embeddedUrl(databasePort),
    VERIFICATION_BASE_URL: `http://localhost:${sandboxPort}`,
    VERIFICATION_SDK_URL: `${sandboxUrl}/sdk/v1.js`,
    VERIFICATION_ARTIFACT_ORIGINS: sandboxUrl,
    // Optional, so it stays empty for another service until it is set.
    VERIFICATION_PORTAL_URL: startsSandbox ? `${sandboxUrl}/portal/review` : '',
    NEXTAUTH_URL: `http://${publicHost}:${port}`,
  }
  // The demo's passwords are published, so by default it only listens on this machine.
  const network: Record<string, string> =
    publicHost === 'localhost'
      ? { HOSTNAME: '127.0.0.1' }
      : {
          HOSTNAME: '0.0.0.0',
          SANDBOX_HOST: '0.0.0.0',
          SANDBOX_PUBLIC_URL: sandboxUrl,
          ALLOW_PUBLISHED_SECRETS: '1',
        }
  const env = { ...given }
  env[ACTION_KEY_VARIABLE] ||= localActionKey(given.NEXTAUTH_SECRET ?? '')
  const problem = actionKeyProblem(env[ACTION_KEY_VARIABLE])
  if (problem) throw new SettingsError(problem)
  for (const [name, value] of Object.entries(following)) if (isUntouched(name)) env[name] = value
  // Behind HTTPS, as in a deployment, there is no presenter's guide.
  if (startsSandbox && env.NEXTAUTH_URL?.startsWith('http:'))
    env.DEMO_CONTROL_URL ??= `http://localhost:${sandboxPort}`
  return {
    env: {
      ...env,
      ...network,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATABASE_PORT: String(databasePort),
      DATA_DIR: dataDir,
      NEXT_TELEMETRY_DISABLED: '1',
    },
    publicHost,
    port,
    sandboxPort,
    databasePort,
    dataDir,
    startsDatabase: isUntouched('DATABASE_URL'),
    startsSandbox,
  }
}

function readEnvFile(path: string): Record<string, string> {
  try {
    return defined(parseEnv(readFileSync(path, 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
}

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
  throw new SettingsError(`${name} must be a port number from 1 to 65535; it is "${text}".`)
}

function requireDifferent(ports: Record<string, number>): void {
  const names = new Map<number, string>()
  for (const [name, port] of Object.entries(ports)) {
    const other = names.get(port)
    if (other !== undefined)
      throw new SettingsError(`${other} and ${name} are both ${port}: give each a different port.`)
    names.set(port, name)
  }
}

function requireServiceUrls(isUntouched: (name: string) => boolean): void {
  for (const name of ['VERIFICATION_SDK_URL', 'VERIFICATION_ARTIFACT_ORIGINS']) {
    if (!isUntouched(name)) continue
    throw new SettingsError(
      `VERIFICATION_BASE_URL names another service, but ${name} still names the sandbox: set it as well.`,
    )
  }
}
