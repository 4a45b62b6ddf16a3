/** Staff sign-in with the merchant's own OpenID Connect provider. */
import 'server-only'
import type { Profile, TokenSet as TokenSetParameters } from 'next-auth'
import type {
  OAuthConfig,
  TokenEndpointHandler,
  UserinfoEndpointHandler,
} from 'next-auth/providers/oauth'
import { z } from 'zod'
import { ROLES, type Role } from '../roles'
import { env } from '../runtime/env'
import { log } from '../runtime/log'

export const OIDC = 'oidc'

const PROVIDER_TIMEOUT_MS = 10_000

/** Asymmetric algorithms only. With HS256, anyone with the client's secret could sign, and with `none`, anyone at all. */
const ASYMMETRIC = /^(RS|PS|ES)(256|384|512)$|^EdDSA$/

/** @param supported `id_token_signing_alg_values_supported` of the provider's discovery document */
export const usableAlgorithms = (supported: unknown): string[] =>
  z
    .array(z.string())
    .catch(['RS256'])
    .parse(supported)
    .filter((name) => ASYMMETRIC.test(name))

type Exchange = NonNullable<TokenEndpointHandler['request']>
type Client = Parameters<NonNullable<UserinfoEndpointHandler['request']>>[0]['client']
type Tokens = Exclude<Parameters<Client['userinfo']>[0], string>

/**
 * The client library expects one algorithm, but a provider that supports several doesn't announce which one it uses for us. So this
 * accepts the algorithm in the token's header if the discovery document lists it. The key always comes from the provider.
 */
const exchangeCode: Exchange = async ({ provider, params, checks, client }) => {
  const granted = await client.grant({
    grant_type: 'authorization_code',
    code: params.code,
    redirect_uri: provider.callbackUrl,
    code_verifier: checks.code_verifier,
  })
  const supported = usableAlgorithms(client.issuer.metadata.id_token_signing_alg_values_supported)
  const used = algorithmOf(granted.id_token)
  const algorithm = supported.find((name) => name === used) ?? 'RS256'
  const { Client } = client.issuer
  const verifier = new Client({ ...client.metadata, id_token_signed_response_alg: algorithm })
  // next-auth tolerates 10 s of clock difference. The library stores that under a symbol, so copy the symbols.
  for (const setting of Object.getOwnPropertySymbols(client))
    Reflect.set(verifier, setting, Reflect.get(client, setting))
  verifier.grant = async () => granted
  return { tokens: await verifier.callback(provider.callbackUrl, params, checks) }
}

const headerSchema = z.object({ alg: z.string() })

function algorithmOf(idToken = ''): string | undefined {
  try {
    const header = Buffer.from(idToken.split('.')[0] ?? '', 'base64url').toString()
    return headerSchema.parse(JSON.parse(header)).alg
  } catch {
    return undefined
  }
}

/**
 * In a code flow, claims such as `email` may come only from UserInfo, not from the ID token (OpenID Connect Core, 5.4). The library has
 * already verified the ID token, and rejects a UserInfo response about another subject.
 */
async function readClaims(client: Client, tokens: TokenSetParameters): Promise<Profile> {
  // At run time this is the library's own class, which next-auth's types hide.
  const received = tokens as Tokens
  const claims = received.claims()
  if (!client.issuer.metadata.userinfo_endpoint) return claims
  return { ...claims, ...(await client.userinfo(received)) }
}

export function oidcProvider(): OAuthConfig<Profile> {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = env()
  return {
    id: OIDC,
    name: 'OpenID Connect',
    type: 'oauth',
    wellKnown: `${OIDC_ISSUER}/.well-known/openid-configuration`,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    authorization: { params: { scope: 'openid email profile' } },
    idToken: true,
    // Applies to each endpoint. The library's default of 3.5 s is too short for some providers.
    httpOptions: { timeout: PROVIDER_TIMEOUT_MS },
    token: { request: exchangeCode },
    userinfo: { request: ({ client, tokens }) => readClaims(client, tokens) },
    checks: ['pkce', 'state', 'nonce'],
    profile: ({ sub }) => ({ id: sub ?? '' }),
  }
}

const roleValues = z.union([z.string().transform((value) => [value]), z.array(z.string())])

/** Control and direction characters could change how the text around a name is shown. */
const HARMFUL = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu
/** A text of only these characters is invisible. */
const INVISIBLE = /^[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]*$/u

/** Makes text safe to show; undefined if it is too long for its column, or nothing visible is left. */
const shownText = (length: number) =>
  z
    .string()
    .max(length)
    .transform((text) => clean(text, length) || undefined)
    .optional()
    .catch(undefined)

/** Cognito sends `email_verified` as a string, and Entra omits it. We don't identify people by address, so only an explicit "no" matters. */
const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  email: shownText(254),
  preferred_username: shownText(254),
  name: shownText(120),
  email_verified: z.union([z.boolean(), z.string()]).optional().catch(undefined),
})

export interface Person {
  issuer: string
  subject: string
  email: string
  name: string
  /** The most powerful role in the claim; null if it has none. */
  role: Role | null
}

/** @returns the person, or why sign-in is refused */
export function readPerson(profile: unknown): Person | 'malformed' | 'email_not_verified' {
  const claims = claimsSchema.safeParse(profile).data
  if (!claims) return 'malformed'
  if (String(claims.email_verified) === 'false') return 'email_not_verified'
  const { OIDC_ISSUER: issuer = '', OIDC_ROLE_CLAIM: rule } = env()
  const email = clean(claims.email ?? claims.preferred_username ?? claims.sub, 254).toLowerCase()
  const given = z.record(z.string(), z.unknown()).parse(profile)
  const values = roleValues.catch([]).parse(rule && given[rule.claim])
  const roles = values.map((value) => rule?.roles.get(value))
  const role = ROLES.findLast((each) => roles.includes(each)) ?? null
  if (role === null && rule)
    // The values may name a person's teams, so the log only has their number.
    log.warn('no_role_in_claim', {
      expected: `${rule.claim}: ${[...rule.roles.keys()].join(', ')}`,
      got: rule.claim in given ? `${values.length} other values` : 'no such claim',
    })
  return { issuer, subject: claims.sub, email, name: clean(claims.name ?? email, 120), role }
}

function clean(text: string, length: number): string {
  const harmless = text.replace(HARMFUL, '').trim().slice(0, length).toWellFormed()
  return INVISIBLE.test(harmless) ? '' : harmless
}
