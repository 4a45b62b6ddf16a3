/**
 * The environment, parsed once. `instrumentation.ts` parses it before the first request, so a mistake ends the process with the
 * name of the variable and what is wrong with it. Apart from the runtime's name there, nothing else reads `process.env`.
 */
import 'server-only'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { findUrlProblem } from './database-session'
import { isLocalHost, isPublicHost } from './local-host'
import { ROLES, type Role } from './staff'
import { hmacKey, SECRET_FORMS, type SecretForm } from './verification/webhook'

const webUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  // `href` has the protocol and the host in lower case.
  .transform((url) => new URL(url).href.replace(/\/+$/, ''))
const origin = webUrl.refine(
  (url) => new URL(url).origin === url,
  'must be an origin: without a path, a user or a query',
)
const origins = z
  .string('is missing')
  .transform((text) => text.split(/\s+/).filter(Boolean))
  .pipe(z.array(origin).min(1, 'must name at least one origin'))
/** A secret from a file often ends in a newline. With it, no signature and no token would match. */
const exact = z
  .string()
  .refine((text) => text.trim() === text, 'must not begin or end with a space or a line break')
const secret = exact.min(24, 'must have at least 24 characters')
const integer = (least: number) => {
  const error = `must be a whole number, at least ${least}`
  return z.coerce.number({ error }).int({ error }).min(least, { error })
}
const webhookSecret = exact.startsWith('whsec_', 'must start with whsec_')

const MIN_KEY_BYTES = 16

/** With an empty key anyone could sign (W3), and the prefix isn't secret (W1, N15). */
const givesKey = (secret: string | undefined, form: SecretForm) =>
  secret === undefined ||
  hmacKey(secret, form === 'utf8' ? 'utf8-bare' : form).length >= MIN_KEY_BYTES
const SHORT_KEY = `gives a key of fewer than ${MIN_KEY_BYTES} secret bytes: set the whole secret that the service's portal showed for your endpoint (W1)`

const OIDC_SETTINGS = [
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_ROLE_CLAIM',
] as const

/** The service's and the provider's addresses. */
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

/** The secrets, with the SHA-256 of the values that .env.example publishes. Anyone with this repository knows those. */
const PUBLISHED = {
  NEXTAUTH_SECRET: 'c26da4ec0e1db07dea12ca1eebccf73da7850ebc65148ac92386fdb7117bde3b',
  CRON_SECRET: '6b7fbd04f082a30acd3d46f0afd8e0588e3fa11e2ad418aae225c0e6e4d544a1',
  VERIFICATION_API_KEY: '08ac7936a298219fb927d928c1f6ad84d30b9d7830a7b0708ea8a96c1592e2c7',
  VERIFICATION_WEBHOOK_SECRET: 'f7229d1bd414150fae3613dc4cd98cdedb2940a7454eac33934e385bd83b25a9',
  VERIFICATION_WEBHOOK_SECRET_PREVIOUS:
    'f7229d1bd414150fae3613dc4cd98cdedb2940a7454eac33934e385bd83b25a9',
}
export const SECRETS = Object.keys(PUBLISHED) as (keyof typeof PUBLISHED)[]

/** @returns the names of those that have a published value, whichever it is */
export function findPublished(env: Partial<Record<keyof typeof PUBLISHED, string>>) {
  const published = new Set(Object.values(PUBLISHED))
  const digest = (value: string) => createHash('sha256').update(value).digest('hex')
  return SECRETS.filter((name) => published.has(digest(env[name] ?? '')))
}

/** `groups idv-viewers=viewer, idv-admins=admin`: the claim, and which of its values means which role. */
export interface RoleClaim {
  claim: string
  roles: ReadonlyMap<string, Role>
}

/** Without a mapping, the claim's values are the roles' own names. @returns null if it can't be read */
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
    VERIFICATION_BASE_URL: webUrl,
    VERIFICATION_API_KEY: z
      .string('is missing')
      .regex(/^svc_live_[A-Za-z0-9_-]{32}$/, 'must be svc_live_ and 32 Base64URL characters (A2)'),
    VERIFICATION_TEMPLATE_ID: z.guid('must be the UUID of a published template (O2)'),
    VERIFICATION_TEMPLATE_REVISION_ID: z.guid('must be a UUID or empty (O3)').optional(),
    VERIFICATION_WEBHOOK_SECRET: webhookSecret,
    VERIFICATION_WEBHOOK_SECRET_PREVIOUS: webhookSecret.optional(),
    /** N15: how the service derives its HMAC key from the secret. */
    VERIFICATION_WEBHOOK_SECRET_FORM: z.enum(SECRET_FORMS).default('utf8'),
    /** N17: how many calls a minute the service allows this key. */
    // Confirming an approval takes a call, and so does the identity for its account.
    VERIFICATION_CALLS_PER_MINUTE: integer(2).default(60),
    VERIFICATION_SDK_URL: webUrl,
    VERIFICATION_ARTIFACT_ORIGINS: origins,
    /** Where the hosted flow is, if not on the SDK's host (N19). */
    VERIFICATION_FLOW_ORIGINS: origins.optional(),
    /** Where reviewers decide: the page of the service's portal that staff are sent to. */
    VERIFICATION_PORTAL_URL: webUrl.optional(),
    NEXTAUTH_URL: origin,
    NEXTAUTH_SECRET: secret,
    OIDC_ISSUER: webUrl.optional(),
    OIDC_CLIENT_ID: exact.optional(),
    OIDC_CLIENT_SECRET: exact.optional(),
    /** Which claim gives staff their role. */
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
     * `oidc`: with the identity provider. `demo`: three people and a published password, for this machine only.
     * `demo-behind-proxy`: the same, where a proxy that only this machine reaches passes the requests on.
     */
    STAFF_SIGN_IN: z.enum(['oidc', 'demo', 'demo-behind-proxy']).default('oidc'),
    CRON_SECRET: secret,
    /** `loop` in a long-lived process; `cron` where processes freeze between requests, with POST /api/cron/reconcile. */
    RECONCILER: z.enum(['loop', 'cron']).default('loop'),
    /** How many proxies in front of the app append to X-Forwarded-For; 0 for none. */
    TRUSTED_PROXY_HOPS: integer(0).default(1),
    /** How long notes and review reasons are kept, and the audit trail. */
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
    ] as const)
      if (!givesKey(env[name], env.VERIFICATION_WEBHOOK_SECRET_FORM)) refuse(name, SHORT_KEY)
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
    /** Anyone knows its password or one of its secrets, so only this machine is served (`lib/request-source.ts`). */
    usesPublished: env.STAFF_SIGN_IN !== 'oidc' || findPublished(env).length > 0,
    /** A proxy passes the requests on, so where they come from says nothing. */
    isBehindProxy: env.STAFF_SIGN_IN === 'demo-behind-proxy',
    VERIFICATION_FLOW_ORIGINS: env.VERIFICATION_FLOW_ORIGINS ?? [
      new URL(env.VERIFICATION_SDK_URL).origin,
    ],
  }))
export type Env = z.infer<typeof environmentSchema>

/** Lists each wrong variable on its own line, without its value. */
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

/** A function rather than a constant, so that `next build` needs no environment. */
export function env(): Env {
  parsed ??= parseEnv(process.env)
  return parsed
}
