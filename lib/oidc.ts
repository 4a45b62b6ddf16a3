/** Staff sign-in with the merchant's own OpenID Connect provider, if OIDC_ISSUER is set. */
import 'server-only'
import type { Profile, TokenSet as TokenSetParameters } from 'next-auth'
import type { OAuthConfig, UserinfoEndpointHandler } from 'next-auth/providers/oauth'
import { z } from 'zod'
import { env } from './env'

export const OIDC = 'oidc'

/** What an ID token has to be signed with. */
export const ID_TOKEN_ALGORITHM = 'RS256'

export const isOidcConfigured = (): boolean => env().OIDC_ISSUER !== undefined

/** If not, everyone signs in with the provider, and one-time links for passwords are useless. */
export const arePasswordsAllowed = (): boolean => env().STAFF_SIGN_IN !== 'oidc'

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
    client: { id_token_signed_response_alg: ID_TOKEN_ALGORITHM },
    authorization: { params: { scope: 'openid email profile' } },
    idToken: true,
    userinfo: { request: ({ client, tokens }) => readClaims(client, tokens) },
    checks: ['pkce', 'state', 'nonce'],
    profile: ({ sub, email }) => ({ id: sub ?? '', email }),
  }
}

const profileSchema = z.object({ email: z.email(), email_verified: z.literal(true) })

/** The email address, or null unless the provider has verified it. */
export function verifiedEmail(profile: unknown): string | null {
  const verified = profileSchema.safeParse(profile)
  return verified.success ? verified.data.email : null
}
