/**
 * The environment, parsed once. `instrumentation.ts` parses it before the first request, so a mistake ends the process with the name
 * of the variable and the fix. No other file of the app reads `process.env`, except for NEXT_RUNTIME in `instrumentation.ts`.
 */
import 'server-only'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { findUrlProblem } from '../database/session'
import { isLocalHost, isPublicHost } from '../http/local-host'
import { ROLES, type Role } from '../roles'
import {
  exact,
  hasShortKey,
  integer,
  origin,
  SHORT_KEY,
  VERIFICATION_SETTINGS,
  webUrl,
} from '../verification/settings'

const secret = exact.min(24, 'must have at least 24 characters')

const OIDC_SETTINGS = [
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_ROLE_CLAIM',
] as const

/** Addresses that must be HTTPS in production if their host is public. */
const ENCRYPTED = [
  'VERIFICATION_BASE_URL',
  'VERIFICATION_SDK_URL',
  'VERIFICATION_ARTIFACT_ORIGINS',
  'VERIFICATION_FLOW_ORIGINS',
  'VERIFICATION_PORTAL_URL',
  'OIDC_ISSUER',
] as const

function isPlainAndPublic(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && isPublicHost(hostname)
}

/** The secrets in .env.example are public. These are the SHA-256 hashes of their values. */
const PUBLISHED = {
  NEXTAUTH_SECRET: 'c26da4ec0e1db07dea12ca1eebccf73da7850ebc65148ac92386fdb7117bde3b',
  CRON_SECRET: '6b7fbd04f082a30acd3d46f0afd8e0588e3fa11e2ad418aae225c0e6e4d544a1',
  VERIFICATION_API_KEY: '08ac7936a298219fb927d928c1f6ad84d30b9d7830a7b0708ea8a96c1592e2c7',
  VERIFICATION_WEBHOOK_SECRET: 'f7229d1bd414150fae3613dc4cd98cdedb2940a7454eac33934e385bd83b25a9',
  VERIFICATION_WEBHOOK_SECRET_PREVIOUS:
    'f7229d1bd414150fae3613dc4cd98cdedb2940a7454eac33934e385bd83b25a9',
}
export const SECRETS = Object.keys(PUBLISHED) as (keyof typeof PUBLISHED)[]

/** @returns the names of the secrets whose value is any of the published ones */
export function findPublished(env: Partial<Record<keyof typeof PUBLISHED, string>>) {
  const published = new Set(Object.values(PUBLISHED))
  const digest = (value: string) => createHash('sha256').update(value).digest('hex')
  return SECRETS.filter((name) => published.has(digest(env[name] ?? '')))
}

/** For example `groups idv-viewers=viewer, idv-admins=admin`: the claim's name, and the role of each of its values. */
export interface RoleClaim {
  claim: string
  roles: ReadonlyMap<string, Role>
}

/** Without a mapping, the claim's values are the names of roles. @returns null if the text is malformed */
export function parseRoleClaim(text: string): RoleClaim | null {
  const [, claim, mapping] = /^(\S+)(?:\s+(\S.*))?$/.exec(text.trim()) ?? []
  if (claim === undefined) return null
  const roles = new Map<string, Role>(ROLES.map((role) => [role.toLowerCase(), role]))
  if (mapping === undefined) return { claim, roles }
  const mapped = new Map<string, Role>()
  for (const pair of mapping.split(',')) {
    const [, value, name = ''] = /^\s*(\S.*?)\s*=\s*([a-z]+)\s*$/.exec(pair) ?? []
    const role = roles.get(name)
    if (value === undefined || role === undefined) return null
    mapped.set(value, role)
  }
  return { claim, roles: mapped }
}

const environmentSchema = z
  .object({
    NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
    DATABASE_URL: z.string('is missing').superRefine((url, context) => {
      const message = findUrlProblem(url)
      if (message) context.addIssue({ code: 'custom', input: '', message })
    }),
    ...VERIFICATION_SETTINGS,
    NEXTAUTH_URL: origin,
    NEXTAUTH_SECRET: secret,
    OIDC_ISSUER: webUrl.optional(),
    OIDC_CLIENT_ID: exact.optional(),
    OIDC_CLIENT_SECRET: exact.optional(),
    /** The claim that holds the role of staff. */
    OIDC_ROLE_CLAIM: z
      .string()
      .transform(parseRoleClaim)
      .pipe(
        z.custom<RoleClaim>(
          (rule) => rule !== null,
          'must be a claim, or a claim and its values: groups idv-viewers=viewer, idv-admins=admin',
        ),
      )
      .optional(),
    /**
     * `oidc`: the identity provider. `demo`: three people and a published password, for this machine only. `demo-behind-proxy`: the
     * same behind a proxy that only this machine can reach.
     */
    STAFF_SIGN_IN: z.enum(['oidc', 'demo', 'demo-behind-proxy']).default('oidc'),
    CRON_SECRET: secret,
    /** `loop` in a long-lived process; `cron` where processes freeze between requests, with POST /api/cron/reconcile. */
    RECONCILER: z.enum(['loop', 'cron']).default('loop'),
    /** How many proxies in front of the app append to X-Forwarded-For; 0 for none. */
    TRUSTED_PROXY_HOPS: integer(0).default(1),
    /** How many days texts and audit entries are kept. */
    RETENTION_TEXT_DAYS: integer(1).default(90),
    RETENTION_AUDIT_DAYS: integer(1).default(730),
  })
  .superRefine((env, context) => {
    const refuse = (name: keyof typeof env, message: string) =>
      context.addIssue({ code: 'custom', path: [name], input: '', message })
    const isLocal = isLocalHost(new URL(env.NEXTAUTH_URL).hostname)
    for (const name of [
      'VERIFICATION_WEBHOOK_SECRET',
      'VERIFICATION_WEBHOOK_SECRET_PREVIOUS',
    ] as const) {
      const [secret, form] = [env[name], env.VERIFICATION_WEBHOOK_SECRET_FORM]
      if (secret !== undefined && hasShortKey({ secret, form })) refuse(name, SHORT_KEY)
    }
    if (env.STAFF_SIGN_IN === 'oidc')
      for (const name of OIDC_SETTINGS)
        if (env[name] === undefined)
          refuse(name, 'must be set, because staff sign in with your identity provider')
    if (env.STAFF_SIGN_IN !== 'oidc' && !isLocal)
      refuse(
        'STAFF_SIGN_IN',
        `must not be ${env.STAFF_SIGN_IN} here: its password is published, so it is only for your own machine. Remove it, and set up your identity provider (docs/going-live.md)`,
      )
    if (env.NODE_ENV === 'production')
      for (const name of ENCRYPTED)
        if ([env[name] ?? []].flat().some(isPlainAndPublic))
          refuse(name, 'must be https: over http, anyone on the way can read and change it')
    if (env.NODE_ENV === 'production' && !isLocal)
      for (const name of findPublished(env))
        refuse(
          name,
          'is published in .env.example, so anyone can use it: set your own (docs/going-live.md). To try the app out, give it a NEXTAUTH_URL of this machine',
        )
  })
  .transform((env) => ({
    ...env,
    STAFF_SIGN_IN: env.STAFF_SIGN_IN === 'oidc' ? ('oidc' as const) : ('demo' as const),
    /** Whether a published password or secret is in use. Then the app serves only this machine (`lib/http/request-source.ts`). */
    usesPublished: env.STAFF_SIGN_IN !== 'oidc' || findPublished(env).length > 0,
    /** Whether a proxy forwards all requests, so that their socket doesn't show who sent them. */
    isBehindProxy: env.STAFF_SIGN_IN === 'demo-behind-proxy',
    VERIFICATION_FLOW_ORIGINS: env.VERIFICATION_FLOW_ORIGINS ?? [
      new URL(env.VERIFICATION_SDK_URL).origin,
    ],
  }))
export type Env = z.infer<typeof environmentSchema>

/** The message lists each wrong variable on its own line, without its value. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError'

  constructor(issues: readonly z.core.$ZodIssue[]) {
    const lines = issues.map(
      (issue) =>
        `  ${String(issue.path[0])} ${issue.input === undefined ? 'is missing' : issue.message}`,
    )
    super(`Invalid environment variables (see .env.example):\n${lines.join('\n')}`)
  }
}

/** @throws EnvironmentError */
export function parseEnv(source: Readonly<Record<string, string | undefined>>): Env {
  // `NAME=` in a .env file means "not set".
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = environmentSchema.safeParse(given, { reportInput: true })
  if (!parsed.success) throw new EnvironmentError(parsed.error.issues)
  return parsed.data
}

let parsed: Env | undefined

/** A function and not a constant, so that `next build` needs no environment. */
export function env(): Env {
  parsed ??= parseEnv(process.env)
  return parsed
}
