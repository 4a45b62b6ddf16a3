import { readFileSync } from 'node:fs'
import { parseEnv as parseEnvFile } from 'node:util'
import { describe, expect, test } from 'vitest'
import { parseEnv } from './env'

const published = parseEnvFile(readFileSync('.env.example', 'utf8'))
const required = {
  DATABASE_URL: 'postgresql://u:p@db.example/app',
  VERIFICATION_BASE_URL: 'https://verify.example/',
  VERIFICATION_API_KEY: `svc_live_${'k'.repeat(32)}`,
  VERIFICATION_TEMPLATE_ID: 'c55875ad-1a82-4775-a188-3ca3658744d3',
  VERIFICATION_TEMPLATE_REVISION_ID: '',
  VERIFICATION_WEBHOOK_SECRET: `whsec_${'w'.repeat(32)}`,
  VERIFICATION_SDK_URL: 'https://verify.example/sdk/v1.js',
  VERIFICATION_ARTIFACT_ORIGINS: 'https://a.example  https://b.example',
  NEXTAUTH_URL: 'https://shop.example',
  NEXTAUTH_SECRET: 's'.repeat(32),
  CRON_SECRET: 'c'.repeat(32),
  OIDC_ISSUER: 'https://login.example',
  OIDC_CLIENT_ID: 'app',
  OIDC_CLIENT_SECRET: 'secret-of-the-app',
  OIDC_ROLE_CLAIM: 'groups idv-admins=admin',
}
/** The example with a merchant's own values. */
const complete = { ...published, STAFF_SIGN_IN: '', ...required }

test('a complete environment is parsed; empty values mean unset', () => {
  const parsed = parseEnv(complete)
  expect(parsed.VERIFICATION_TEMPLATE_REVISION_ID).toBeUndefined()
  expect(parsed).toMatchObject({
    VERIFICATION_BASE_URL: 'https://verify.example',
    VERIFICATION_ARTIFACT_ORIGINS: ['https://a.example', 'https://b.example'],
    NODE_ENV: 'production',
  })
})

test.each(Object.keys(required).filter((name) => !/REVISION_ID$|^OIDC_/.test(name)))(
  'without %s the message names it',
  (name) => {
    expect(() => parseEnv({ ...complete, [name]: undefined })).toThrow(`${name} is missing`)
  },
)

test.each([
  ['DATABASE_URL', 'mysql://x'],
  ['DATABASE_URL', 'postgresql://u:p@db.example/app?schema=merchant'],
  ['DATABASE_URL', 'postgresql://u:a-canary#x@db.example/app'],
  ['DATABASE_URL', 'postgresql://u:12#a-canary@db.example/app'],
  ['DATABASE_URL', 'postgresql://a-canary:12'],
  ['DATABASE_URL', 'postgresql://u:12/a-canary@db.example/app'],
  ['DATABASE_URL', 'postgresql://u:12?a-canary@db.example/app'],
  ['DATABASE_URL', 'postgresql://u:a-canary/x@db.example/app'],
  ['DATABASE_URL', 'postgresql://u:p@db.example:a-canary/app'],
  ['DATABASE_URL', 'postgresql://u:p@db.example/app?sslrootcert=/a-canary.pem'],
  ['NEXTAUTH_URL', 'https://shop.example/a-canary'],
  ['NEXTAUTH_URL', 'https://a-canary@shop.example'],
  ['VERIFICATION_BASE_URL', 'ftp://x'],
  ['VERIFICATION_API_KEY', 'svc_live_a-canary'],
  ['VERIFICATION_TEMPLATE_ID', 'a-canary'],
  ['VERIFICATION_TEMPLATE_REVISION_ID', 'a-canary'],
  ['VERIFICATION_WEBHOOK_SECRET', 'a-canary'],
  ['VERIFICATION_WEBHOOK_SECRET_FORM', 'a-canary'],
  ['VERIFICATION_ARTIFACT_ORIGINS', 'https://a.example/a-canary'],
  ['VERIFICATION_ARTIFACT_ORIGINS', ' '],
  ['VERIFICATION_FLOW_ORIGINS', 'https://flow.example/a-canary'],
  ['VERIFICATION_PORTAL_URL', 'javascript:alert("a-canary")'],
  ['VERIFICATION_PORTAL_URL', 'https://verify.example/{a-canary}'],
  ['NEXTAUTH_SECRET', 'a-canary'],
  ['CRON_SECRET', 'a-canary'],
  ['OIDC_ROLE_CLAIM', 'groups a-canary=owner'],
  ['TRUSTED_PROXY_HOPS', '-1'],
  ['RETENTION_TEXT_DAYS', '0'],
  ['VERIFICATION_CALLS_PER_MINUTE', '1'],
])('a malformed %s is named, without its value', (name, value) => {
  const attempt = () => parseEnv({ ...complete, [name]: value })
  expect(attempt).toThrow(new RegExp(`^  ${name} (?!is missing)`, 'm'))
  expect(attempt).not.toThrow('a-canary')
})

test.each([
  'postgresql://u:pa%23ss@db.example/app',
  'postgresql://u:p@ss@db.example/app',
  'postgresql://db.example/app?user=u@tenant&password=p',
  'postgres://u:p@/app?host=/var/run/postgresql',
  'postgresql://u:p@[::1]:5432/app?sslmode=disable',
])('DATABASE_URL may be %s', (DATABASE_URL) => {
  expect(parseEnv({ ...complete, DATABASE_URL })).toMatchObject({ DATABASE_URL })
})

test.each([
  'https://verify.example/cases/{inquiryId}',
  'https://verify.example/cases?q={referenceId}',
])('VERIFICATION_PORTAL_URL may be %s', (VERIFICATION_PORTAL_URL) => {
  expect(parseEnv({ ...complete, VERIFICATION_PORTAL_URL })).toMatchObject({
    VERIFICATION_PORTAL_URL,
  })
})

test('a password with special characters is refused, and the message says how to escape it', () => {
  const attempt = () => parseEnv({ ...complete, DATABASE_URL: 'postgresql://u:a#b@db.example/app' })
  expect(attempt).toThrow(/^ {2}DATABASE_URL contains a #.*# as %23/m)
})

describe('in production, plain HTTP', () => {
  const names = [
    'VERIFICATION_BASE_URL',
    'VERIFICATION_SDK_URL',
    'VERIFICATION_ARTIFACT_ORIGINS',
    'VERIFICATION_FLOW_ORIGINS',
    'VERIFICATION_PORTAL_URL',
    'OIDC_ISSUER',
  ]
  const withUrl = (name: string, url: string, NODE_ENV = 'production') =>
    parseEnv({ ...complete, VERIFICATION_PORTAL_URL: '', [name]: url, NODE_ENV })

  test.each(names)('to a public host is refused for %s', (name) => {
    for (const url of ['http://verify.example', 'http://203.0.113.7', 'http://[2001:db8::1]'])
      expect(() => withUrl(name, url)).toThrow(new RegExp(`^ {2}${name} must be https`, 'm'))
    expect(withUrl(name, 'http://verify.example', 'development')).toHaveProperty(name)
  })

  test.each([
    'http://localhost:4000',
    'http://caddy:4000',
    'http://10.0.0.7',
    'http://verify.default.svc.cluster.local',
    'http://verify.internal',
  ])('to %s stays within a machine or a private network', (url) => {
    for (const name of names) expect(withUrl(name, url)).toHaveProperty(name)
  })
})

test.each([
  'VERIFICATION_API_KEY',
  'VERIFICATION_WEBHOOK_SECRET',
  'VERIFICATION_WEBHOOK_SECRET_PREVIOUS',
  'NEXTAUTH_SECRET',
  'CRON_SECRET',
  'OIDC_CLIENT_SECRET',
])('a line break or a space around %s is refused', (name) => {
  const value = name === 'VERIFICATION_API_KEY' ? complete[name] : `whsec_${'x'.repeat(32)}`
  for (const changed of [`${value}\n`, `${value} `, `\t${value}`])
    expect(() => parseEnv({ ...complete, [name]: changed })).toThrow(
      new RegExp(`^  ${name} (must not begin or end|must be svc_live_)`, 'm'),
    )
})

describe('the webhook secrets must give the HMAC a key that nobody can guess (W1)', () => {
  const withForm = (form: string, name: string, secret: string) =>
    parseEnv({ ...complete, VERIFICATION_WEBHOOK_SECRET_FORM: form, [name]: secret })

  test.each([
    ['utf8', 'whsec_'],
    ['utf8', `whsec_${'a'.repeat(15)}`],
    ['utf8-bare', `whsec_${'a'.repeat(15)}`],
    ['base64', `whsec_${'!'.repeat(32)}`],
    ['base64', `whsec_${Buffer.alloc(15).toString('base64')}`],
  ])('as %s, %s is refused, and the error says what to do', (form, secret) => {
    for (const name of ['VERIFICATION_WEBHOOK_SECRET', 'VERIFICATION_WEBHOOK_SECRET_PREVIOUS'])
      expect(() => withForm(form, name, secret)).toThrow(new RegExp(`^  ${name} .*portal`, 'm'))
  })

  test.each([
    ['', `whsec_${'a'.repeat(16)}`],
    ['utf8-bare', `whsec_${'a'.repeat(16)}`],
    ['base64', `whsec_${Buffer.alloc(16).toString('base64')}`],
  ])('as %s, %s is accepted', (form, secret) => {
    for (const name of ['VERIFICATION_WEBHOOK_SECRET', 'VERIFICATION_WEBHOOK_SECRET_PREVIOUS'])
      expect(withForm(form, name, secret)).toMatchObject({ [name]: secret })
  })
})

describe('STAFF_SIGN_IN', () => {
  test('is oidc unless it is set, with all of its settings', () => {
    expect(parseEnv(complete)).toMatchObject({
      STAFF_SIGN_IN: 'oidc',
      OIDC_ROLE_CLAIM: { claim: 'groups' },
    })
    expect(parseEnv({ ...complete, STAFF_SIGN_IN: '' }).STAFF_SIGN_IN).toBe('oidc')
  })

  test.each(Object.keys(required).filter((name) => name.startsWith('OIDC_')))(
    'as oidc it needs %s, and demo does not',
    (name) => {
      const without = { ...complete, [name]: '' }
      expect(() => parseEnv(without)).toThrow(new RegExp(`^ {2}${name} must be set`, 'm'))
      const demo = { ...without, NEXTAUTH_URL: 'http://localhost:3000', STAFF_SIGN_IN: 'demo' }
      expect(parseEnv(demo).STAFF_SIGN_IN).toBe('demo')
    },
  )

  test('as demo-behind-proxy it is the demo behind a proxy', () => {
    const local = { ...complete, NEXTAUTH_URL: 'https://shop.localhost' }
    const own = { STAFF_SIGN_IN: 'oidc', usesPublished: false, isBehindProxy: false }
    expect(parseEnv(local)).toMatchObject(own)
    const demo = { STAFF_SIGN_IN: 'demo', usesPublished: true, isBehindProxy: true }
    expect(parseEnv({ ...local, STAFF_SIGN_IN: 'demo-behind-proxy' })).toMatchObject(demo)
    expect(() => parseEnv({ ...complete, STAFF_SIGN_IN: 'demo-behind-proxy' })).toThrow(
      /^ {2}STAFF_SIGN_IN must not be demo-behind-proxy here/m,
    )
  })

  test.each([
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
    'https://shop.localhost',
    'http://192.168.1.20:3000',
    'https://10.1.2.3',
    'http://172.31.0.1',
    'http://[fd12::1]:3000',
  ])('may be demo at %s', (NEXTAUTH_URL) => {
    expect(parseEnv({ ...complete, NEXTAUTH_URL, STAFF_SIGN_IN: 'demo' }).STAFF_SIGN_IN).toBe(
      'demo',
    )
  })

  test.each([
    'http://shop.example',
    'https://shop.example',
    'http://127.0.0.1.shop.example',
    'http://10.0.0.1.shop.example',
    'http://localhost.shop.example',
    'http://172.32.0.1',
    'http://11.0.0.1',
  ])('may not be demo at %s', (NEXTAUTH_URL) => {
    const attempt = () => parseEnv({ ...complete, NEXTAUTH_URL, STAFF_SIGN_IN: 'demo' })
    expect(attempt).toThrow(/^ {2}STAFF_SIGN_IN must not be demo here/m)
  })
})

describe('the secrets that .env.example publishes', () => {
  test.each([
    ['NEXTAUTH_SECRET', published.NEXTAUTH_SECRET],
    ['CRON_SECRET', published.CRON_SECRET],
    ['VERIFICATION_API_KEY', published.VERIFICATION_API_KEY],
    ['VERIFICATION_WEBHOOK_SECRET', published.VERIFICATION_WEBHOOK_SECRET],
    ['VERIFICATION_WEBHOOK_SECRET_PREVIOUS', published.VERIFICATION_WEBHOOK_SECRET],
    // Another variable's published value.
    ['CRON_SECRET', published.NEXTAUTH_SECRET],
  ])(
    'as %s, one is accepted only in development or where nobody else can reach the app',
    (name, secret) => {
      const source = { ...complete, [name]: secret }
      expect(() => parseEnv(source)).toThrow(`  ${name} is published in .env.example`)
      expect(() => parseEnv(source)).not.toThrow(String(secret))
      for (const change of [{ NODE_ENV: 'development' }, { NEXTAUTH_URL: 'http://192.168.0.7' }])
        expect(parseEnv({ ...source, ...change })).toMatchObject({
          [name]: secret,
          usesPublished: true,
        })
    },
  )
})
