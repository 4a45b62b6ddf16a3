import { expect, test } from 'vitest'
import { parseEnv } from './env'

const complete = {
  DATABASE_URL: 'postgresql://u:p@db.example/app',
  VERIFICATION_BASE_URL: 'https://verify.example/',
  VERIFICATION_API_KEY: `svc_live_${'k'.repeat(32)}`,
  VERIFICATION_TEMPLATE_ID: 'c55875ad-1a82-4775-a188-3ca3658744d3',
  VERIFICATION_TEMPLATE_REVISION_ID: '',
  VERIFICATION_WEBHOOK_SECRET: 'whsec_abc',
  VERIFICATION_SDK_URL: 'https://verify.example/sdk/v1.js',
  VERIFICATION_ARTIFACT_ORIGINS: 'https://a.example  https://b.example',
  NEXTAUTH_URL: 'https://shop.example',
  NEXTAUTH_SECRET: 's'.repeat(32),
  CRON_SECRET: 'c'.repeat(32),
}

test('a complete environment is parsed; empty values mean unset', () => {
  expect(parseEnv(complete)).toMatchObject({
    VERIFICATION_BASE_URL: 'https://verify.example',
    VERIFICATION_TEMPLATE_REVISION_ID: undefined,
    VERIFICATION_ARTIFACT_ORIGINS: ['https://a.example', 'https://b.example'],
    NODE_ENV: 'production',
  })
})

test.each(Object.keys(complete).filter((name) => !name.endsWith('REVISION_ID')))(
  'without %s the message names it',
  (name) => {
    expect(() => parseEnv({ ...complete, [name]: undefined })).toThrow(`${name} is missing`)
  },
)

test.each([
  ['DATABASE_URL', 'mysql://x'],
  ['VERIFICATION_BASE_URL', 'ftp://x'],
  ['VERIFICATION_API_KEY', 'svc_live_a-canary'],
  ['VERIFICATION_TEMPLATE_ID', 'a-canary'],
  ['VERIFICATION_TEMPLATE_REVISION_ID', 'a-canary'],
  ['VERIFICATION_WEBHOOK_SECRET', 'a-canary'],
  ['VERIFICATION_WEBHOOK_SECRET_FORM', 'a-canary'],
  ['VERIFICATION_ARTIFACT_ORIGINS', 'https://a.example/a-canary'],
  ['VERIFICATION_ARTIFACT_ORIGINS', ' '],
  ['NEXTAUTH_SECRET', 'a-canary'],
  ['CRON_SECRET', 'a-canary'],
  ['OPENS_PER_ADDRESS_AND_HOUR', '-1'],
])('a malformed %s is named, without its value', (name, value) => {
  const attempt = () => parseEnv({ ...complete, [name]: value })
  expect(attempt).toThrow(new RegExp(`^  ${name} (?!is missing)`, 'm'))
  expect(attempt).not.toThrow('a-canary')
})

test('OpenID Connect needs its client when it has an issuer', () => {
  expect(() => parseEnv({ ...complete, OIDC_ISSUER: 'https://id.example' })).toThrow(
    'OIDC_CLIENT_ID',
  )
})
