import { readFileSync } from 'node:fs'
import { parseEnv as parseEnvFile } from 'node:util'
import { describe, expect, test } from 'vitest'
import { parseEnv } from './env'

const published = parseEnvFile(readFileSync('.env.example', 'utf8'))
const own = {
  ...published,
  // The demo's sign-in is refused there too.
  STAFF_SIGN_IN: 'oidc',
  OIDC_ISSUER: 'https://login.example',
  OIDC_CLIENT_ID: 'app',
  OIDC_CLIENT_SECRET: 'secret-of-the-app',
  OIDC_ROLE_CLAIM: 'groups',
  NEXTAUTH_URL: 'https://shop.example',
  NEXTAUTH_SECRET: 's'.repeat(32),
  CRON_SECRET: 'c'.repeat(32),
  VERIFICATION_API_KEY: `svc_live_${'k'.repeat(32)}`,
  VERIFICATION_WEBHOOK_SECRET: `whsec_${'w'.repeat(32)}`,
}
const SECRETS = [
  'NEXTAUTH_SECRET',
  'CRON_SECRET',
  'VERIFICATION_API_KEY',
  'VERIFICATION_WEBHOOK_SECRET',
]

describe.each(SECRETS)('the %s of .env.example', (name) => {
  const withPublished = { ...own, [name]: published[name] }

  test('is refused if others can reach the app, and the error omits its value', () => {
    const attempt = () => parseEnv(withPublished)
    expect(attempt).toThrow(`  ${name} is published in .env.example`)
    expect(attempt).not.toThrow(String(published[name]))
  })

  test.each([
    'http://localhost:3000',
    'https://shop.localhost',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
    'http://192.168.0.7:3000',
    'http://172.20.0.1',
  ])('is accepted at %s, on this machine or network', (NEXTAUTH_URL) => {
    expect(() => parseEnv({ ...withPublished, NEXTAUTH_URL })).not.toThrow()
  })

  test.each([
    'https://localhost.example',
    'http://127.0.0.1.example',
    'http://172.32.0.1',
    'http://11.0.0.1',
    'https://shop.example',
  ])('is refused at %s', (NEXTAUTH_URL) => {
    expect(() => parseEnv({ ...withPublished, NEXTAUTH_URL })).toThrow(name)
  })

  test('is accepted in development', () => {
    expect(() => parseEnv({ ...withPublished, NODE_ENV: 'development' })).not.toThrow()
  })
})

test('a published secret is refused as the previous webhook secret too', () => {
  const VERIFICATION_WEBHOOK_SECRET_PREVIOUS = published.VERIFICATION_WEBHOOK_SECRET
  expect(() => parseEnv({ ...own, VERIFICATION_WEBHOOK_SECRET_PREVIOUS })).toThrow(
    '_PREVIOUS is published',
  )
})

test('unpublished secrets are accepted', () => {
  expect(() => parseEnv(own)).not.toThrow()
})
