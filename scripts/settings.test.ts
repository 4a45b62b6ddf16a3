import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ROOT, readSettings } from './settings.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'settings-'))
  cpSync(join(ROOT, '.env.example'), join(root, '.env.example'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const writeEnv = (text: string) => writeFileSync(join(root, '.env'), text)

test('URLs left as in .env.example use the configured ports', () => {
  const { env } = readSettings(
    { PORT: '3100', SANDBOX_PORT: '4100', DATABASE_PORT: '5100' },
    { root },
  )
  expect(env).toMatchObject({
    NEXTAUTH_URL: 'http://localhost:3100',
    VERIFICATION_BASE_URL: 'http://localhost:4100',
    VERIFICATION_SDK_URL: 'http://localhost:4100/sdk/v1.js',
    VERIFICATION_ARTIFACT_ORIGINS: 'http://localhost:4100',
    VERIFICATION_PORTAL_URL: 'http://localhost:4100/portal/review?case={referenceId}',
    DATABASE_URL: 'postgresql://postgres:postgres@127.0.0.1:5100/postgres?sslmode=disable',
  })
})

test('the process environment overrides .env, and .env overrides .env.example', () => {
  writeEnv('PORT=3200\nCRON_SECRET=from-the-file\n')
  expect(readSettings({ PORT: '3300' }, { root })).toMatchObject({
    port: 3300,
    env: { CRON_SECRET: 'from-the-file' },
  })
})

test('a URL that was set ignores the ports, and another database or service is not started', () => {
  const set = {
    DATABASE_URL: 'postgresql://app@db.example/app',
    VERIFICATION_BASE_URL: 'https://api.service.example',
    VERIFICATION_SDK_URL: 'https://cdn.service.example/v1.js',
    VERIFICATION_ARTIFACT_ORIGINS: 'https://files.service.example',
  }
  const settings = readSettings({ ...set, PORT: '3100' }, { root })
  expect(settings).toMatchObject({ startsDatabase: false, startsSandbox: false, env: set })
  expect(settings.env.VERIFICATION_PORTAL_URL).toBe('')
})

test('a command on a deployment takes nothing from the example once another service is named', () => {
  const VERIFICATION_BASE_URL = 'https://api.service.example'
  writeEnv(`VERIFICATION_BASE_URL=${VERIFICATION_BASE_URL}\nCRON_SECRET=from-the-file\n`)
  const { env } = readSettings({}, { root, deployed: true })
  expect(env).toMatchObject({ VERIFICATION_BASE_URL, CRON_SECRET: 'from-the-file' })
  for (const name of [
    'DATABASE_URL',
    'NEXTAUTH_SECRET',
    'STAFF_SIGN_IN',
    'VERIFICATION_TEMPLATE_ID',
  ])
    expect(env, name).not.toHaveProperty(name)
  writeEnv('')
  expect(readSettings({}, { root, deployed: true })).toEqual(readSettings({}, { root }))
})

test('a value in .env is expanded as Next expands it: $NAME is replaced even in quotes', () => {
  writeEnv(`DATABASE_URL='postgresql://u:pa$word@h/app'`)
  expect(readSettings({}, { root }).env.DATABASE_URL).toBe('postgresql://u:pa@h/app')
  writeEnv('NAME=shop\nexport DATABASE_URL = "postgresql://u:pa\\$word@h/$NAME" # comment')
  expect(readSettings({}, { root }).env.DATABASE_URL).toBe('postgresql://u:pa$word@h/shop')
})

test.each([
  [{ PORT: 'http' }, 'PORT must be a port number from 1 to 65535; it is "http".'],
  [{ SANDBOX_PORT: '70000' }, 'SANDBOX_PORT must be a port number from 1 to 65535; it is "70000".'],
  [
    { VERIFICATION_BASE_URL: 'https://api.service.example' },
    'VERIFICATION_BASE_URL names another service, but VERIFICATION_SDK_URL still names the sandbox: set it as well.',
  ],
])('%o is refused with one line', (variables, message) => {
  expect(() => readSettings(variables, { root })).toThrow(message)
})
