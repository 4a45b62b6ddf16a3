// Checks the OpenID Connect provider, with the request that sign-in makes.
import { z } from 'zod'
import type { Env } from '../../lib/env.ts'
import { type Finding, right, wrong } from './finding.ts'
import { ask } from './timed-fetch.ts'

const discoverySchema = z.object({ authorization_endpoint: z.url(), token_endpoint: z.url() })

export async function checkIssuer({ OIDC_ISSUER: issuer }: Env): Promise<Finding[]> {
  if (issuer === undefined) return []
  const reply = await ask(`${issuer}/.well-known/openid-configuration`)
  if (!reply.ok)
    return [
      wrong(
        `The OpenID Connect issuer ${issuer} does not answer (${reply.reason})`,
        'Nobody can sign in with it. Check OIDC_ISSUER, name resolution, the firewall and the certificate, and the provider’s own status.',
      ),
    ]
  if (reply.status === 200 && isDiscovery(reply.body))
    return [right(`The OpenID Connect issuer ${issuer} answers`)]
  return [
    wrong(
      `There is no OpenID Connect issuer at ${issuer} (HTTP ${reply.status})`,
      'OIDC_ISSUER is the address before /.well-known/openid-configuration: compare it with the provider’s documentation.',
    ),
  ]
}

function isDiscovery(body: string): boolean {
  try {
    return discoverySchema.safeParse(JSON.parse(body)).success
  } catch {
    return false
  }
}
