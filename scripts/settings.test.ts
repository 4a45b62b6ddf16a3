import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ROOT, readActionKey, readDatabaseUrl, readSettings, readTestSettings } from './settings.ts'

const ANOTHER_SERVICE = {
  VERIFICATION_BASE_URL: 'https://api.service.example',
  VERIFICATION_SDK_URL: 'https://cdn.service.example/v1.js',
  VERIFICATION_ARTIFACT_ORIGINS: 'https://files.service.example',
}

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'settings-'))
  mkdirSync(join(root, 'sandbox'))
  cpSync(join(ROOT, '.env.example'), join(root, '.env.example'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const writeEnv = (text: string) => writeFileSync(join(root, '.env'), text)

test('an unedited .env.example starts everything on the documented ports', () => {
  expect(readSettings({}, root)).toMatchObject({
    port: 3000,
    sandboxPort: 4000,
    databasePort: 54329,
    dataDir: join(root, '.data'),
    startsDatabase: true,
    startsSandbox: true,
  })
})

test('URLs left as in .env.example use the configured ports', () => {
  const { env } = readSettings({ PORT: '3100', SANDBOX_PORT: '4100', DATABASE_PORT: '5100' }, root)
  expect(env).toMatchObject({
    NEXTAUTH_URL: 'http://localhost:3100',
    VERIFICATION_BASE_URL: 'http://localhost:4100',
    VERIFICATION_SDK_URL: 'http://localhost:4100/sdk/v1.js',
    VERIFICATION_ARTIFACT_ORIGINS: 'http://localhost:4100',
    VERIFICATION_PORTAL_URL: 'http://localhost:4100/portal/review',
    DATABASE_URL: 'postgresql://postgres:postgres@127.0.0.1:5100/postgres?sslmode=disable',
  })
})

test('the process environment overrides .env, and .env overrides .env.example', () => {
  writeEnv('PORT=3200\nCRON_SECRET=from-the-file\n')
  expect(readSettings({ PORT: '3300' }, root)).toMatchObject({
    port: 3300,
    env: { CRON_SECRET: 'from-the-file' },
  })
})

test('a URL that was set ignores the ports, and another database or service is not started', () => {
  const DATABASE_URL = 'postgresql://app@db.example/app'
  const settings = readSettings({ ...ANOTHER_SERVICE, DATABASE_URL, PORT: '3100' }, root)
  expect(settings).toMatchObject({ startsDatabase: false, startsSandbox: false })
  expect(settings.env).toMatchObject({ ...ANOTHER_SERVICE, DATABASE_URL })
  expect(settings.env.VERIFICATION_PORTAL_URL).toBe('')
})

test('a command that only needs the database reads .env, even if no service is configured', () => {
  rmSync(join(root, 'sandbox'), { recursive: true })
  writeEnv('DATABASE_URL=postgresql://app@db.example/app\n')
  expect(readDatabaseUrl({}, root)).toBe('postgresql://app@db.example/app')
  expect(readDatabaseUrl({ DATABASE_URL: 'postgresql://other' }, root)).toBe('postgresql://other')
  writeEnv('DATABASE_PORT=5100\n')
  expect(readDatabaseUrl({}, root)).toContain('@127.0.0.1:5100/')
})

test('only this machine is served unless a public host is given', () => {
  expect(readSettings({}, root).env).toMatchObject({ HOSTNAME: '127.0.0.1' })
  expect(readSettings({}, root, '192.168.1.5').env).toMatchObject({
    HOSTNAME: '0.0.0.0',
    SANDBOX_HOST: '0.0.0.0',
    NEXTAUTH_URL: 'http://192.168.1.5:3000',
    SANDBOX_PUBLIC_URL: 'http://192.168.1.5:4000',
    VERIFICATION_SDK_URL: 'http://192.168.1.5:4000/sdk/v1.js',
    VERIFICATION_BASE_URL: 'http://localhost:4000',
  })
})

test('tests never use the database or service configured here', () => {
  writeEnv('DATABASE_URL=postgresql://app@db.example/app\n')
  const settings = readTestSettings(
    { ...ANOTHER_SERVICE, DATABASE_PORT: '5100', HOME: '/home/x' },
    root,
  )
  expect(settings).toMatchObject({ startsDatabase: true, startsSandbox: true, databasePort: 5100 })
  expect(settings.env).toMatchObject({
    HOME: '/home/x',
    VERIFICATION_BASE_URL: 'http://localhost:4000',
  })
})

test.each([
  [{ PORT: 'http' }, 'PORT must be a port number from 1 to 65535; it is "http".'],
  [{ SANDBOX_PORT: '70000' }, 'SANDBOX_PORT must be a port number from 1 to 65535; it is "70000".'],
  [{ PORT: '4000' }, 'PORT and SANDBOX_PORT are both 4000: give each a different port.'],
  [
    { VERIFICATION_BASE_URL: 'https://api.service.example' },
    'VERIFICATION_BASE_URL names another service, but VERIFICATION_SDK_URL still names the sandbox: set it as well.',
  ],
])('%o is refused with one line', (variables, message) => {
  expect(() => readSettings(variables, root)).toThrow(message)
})

test('without the sandbox folder, VERIFICATION_BASE_URL must be set', () => {
  rmSync(join(root, 'sandbox'), { recursive: true })
  expect(() => readSettings({}, root)).toThrow('set VERIFICATION_BASE_URL to the service')
  expect(readSettings(ANOTHER_SERVICE, root).startsSandbox).toBe(false)
})

const KEY_NAME = 'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY'
const KEY = Buffer.alloc(32, 7).toString('base64')

test('the demo derives an action key, the same for every start and data folder', () => {
  const made = readSettings({}, root).env[KEY_NAME] ?? ''
  expect(Buffer.from(made, 'base64')).toHaveLength(32)
  expect(readSettings({ DATA_DIR: '/elsewhere', PORT: '3100' }, root).env[KEY_NAME]).toBe(made)
  expect(readSettings({ [KEY_NAME]: KEY }, root).env[KEY_NAME]).toBe(KEY)
})

test('a deployment is not built without an action key, and the error says how to make one', () => {
  expect(() => readActionKey({}, root)).toThrow(
    /NEXT_SERVER_ACTIONS_ENCRYPTION_KEY is missing\. .*openssl rand -base64 32/,
  )
  writeEnv(`${KEY_NAME}=${KEY}\n`)
  expect(readActionKey({}, root)).toBe(KEY)
})

test.each([Buffer.alloc(31).toString('base64'), 'not a key', `${KEY}\n`])(
  '%j is not a valid action key',
  (value) => {
    const message = /must be 16, 24 or 32 bytes in Base64/
    expect(() => readActionKey({ [KEY_NAME]: value }, root)).toThrow(message)
    expect(() => readSettings({ [KEY_NAME]: value }, root)).toThrow(message)
  },
)
