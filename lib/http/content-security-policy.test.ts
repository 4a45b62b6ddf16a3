import { describe, expect, test } from 'vitest'
import { contentSecurityPolicy, permissionsPolicy } from './content-security-policy'

const production = {
  nonce: 'n0nce',
  flowOrigins: ['https://service.example', 'https://flow.example'],
  artifactOrigins: ['https://pictures.example', 'https://more.example'],
  https: true,
  development: false,
}

/** @returns the sources of each directive */
const parse = (policy: string) =>
  new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources]
    }),
  )

describe('contentSecurityPolicy', () => {
  const policy = parse(contentSecurityPolicy(production))

  test('production allows nothing inline and no eval', () => {
    expect(contentSecurityPolicy(production)).not.toMatch(/unsafe-/)
    expect(policy.get('script-src')).toEqual(["'self'", "'nonce-n0nce'", "'strict-dynamic'"])
  })

  test('only the flow may be framed and posted to, and nobody may frame us (N19)', () => {
    expect(policy.get('frame-src')).toEqual(production.flowOrigins)
    expect(policy.get('form-action')).toEqual(["'self'", ...production.flowOrigins])
    expect(policy.get('frame-ancestors')).toEqual(["'none'"])
  })

  test('images load only from the configured origins (N20), and scripts connect only to us', () => {
    expect(policy.get('img-src')).toEqual(["'self'", 'data:', ...production.artifactOrigins])
    expect(policy.get('connect-src')).toEqual(["'self'"])
  })

  test('over plain HTTP nothing is upgraded, because the demo has no certificate', () => {
    const plain = parse(contentSecurityPolicy({ ...production, https: false }))
    expect(plain.has('upgrade-insecure-requests')).toBe(false)
    expect(policy.has('upgrade-insecure-requests')).toBe(true)
  })
})

test('the camera is allowed for the hosted flow, and for the app, which must delegate it', () => {
  expect(permissionsPolicy(production.flowOrigins)).toContain(
    'camera=(self "https://service.example" "https://flow.example")',
  )
})
