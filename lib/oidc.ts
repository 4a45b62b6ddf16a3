/** Staff sign-in with the merchant's own OpenID Connect provider. */
import 'server-only'
import type { Profile, TokenSet as TokenSetParameters } from 'next-auth'
import type { OAuthConfig, UserinfoEndpointHandler } from 'next-auth/providers/oauth'
import { z } from 'zod'
import { env } from './env'
import { ROLES, type Role } from './staff'

export const OIDC = 'oidc'

type Client = Parameters<NonNullable<UserinfoEndpointHandler['request']>>[0]['client']
type Tokens = Exclude<Parameters<Client['userinfo']>[0], string>

/**
 * In a code flow, the claims of a scope come from UserInfo and may be missing from the ID token (OpenID Connect Core, 5.4).
 * The client has already verified the ID token, and rejects a UserInfo response about another subject.
 */
async function readClaims(client: Client, tokens: TokenSetParameters): Promise<Profile> {
  // An instance of the client's own class, which next-auth's types hide.
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
    // Signed with RS256, which every provider has to support (OpenID Connect Discovery, 3). The client refuses any other.
    idToken: true,
    userinfo: { request: ({ client, tokens }) => readClaims(client, tokens) },
    checks: ['pkce', 'state', 'nonce'],
    profile: ({ sub }) => ({ id: sub ?? '' }),
  }
}

const roleValues = z.union([z.string().transform((value) => [value]), z.array(z.string())])

/** Cognito sends the boolean as a string, and Entra doesn't send it. The address identifies nobody, so only "no" matters. */
const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().max(254).optional().catch(undefined),
  preferred_username: z.string().max(254).optional().catch(undefined),
  name: z.string().max(120).optional().catch(undefined),
  email_verified: z.union([z.boolean(), z.string()]).optional().catch(undefined),
})

export interface Person {
  issuer: string
  subject: string
  email: string
  name: string
  /** The most powerful one that the claim gives, or null. */
  role: Role | null
}

/** @returns why the person isn't let in, or who it is */
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
  return { issuer, subject: claims.sub, email, name: clean(claims.name || email, 120), role }
}

/** What the database's column takes. */
const clean = (text: string, length: number) => text.replaceAll('\0', '').slice(0, length)
