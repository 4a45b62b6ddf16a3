// Checks the HTTP endpoints: the service, its SDK, the staff's OpenID Connect issuer, and the running app.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { isLoopback } from '../../lib/http/local-host.ts'
import { sendWithinLimits } from '../../lib/http/send-within-limits.ts'
import type { Env } from '../../lib/runtime/env.ts'
import { usableAlgorithms } from '../../lib/staff/oidc.ts'
import { createVerificationClient } from '../../lib/verification/client.ts'
import type { Deprecation } from '../../lib/verification/deprecation.ts'
import {
  NotFoundError,
  UnauthorisedError,
  VerificationError,
} from '../../lib/verification/errors.ts'
import { parseJson } from '../../lib/verification/schemas.ts'
import { sign } from '../../lib/verification/signature.ts'

const TIMEOUT_MS = 10_000
const TOLERATED_CLOCK_MS = 5_000
const NO_KEY = `svc_live_${'A'.repeat(32)}`

/** fetch only says "fetch failed"; its cause has the reason. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error.name === 'TimeoutError') return 'no answer in time'
  if (error.cause instanceof Error) return reasonOf(error.cause)
  // For a name with several addresses, Node throws several errors with an empty message.
  return error.message || ('code' in error ? String(error.code) : error.name)
}

/** Events carry the service's time and leases the database's, so all clocks must agree. */
export function clockProblem(whose: string, aheadMs: number): string | null {
  if (!(Math.abs(aheadMs) > TOLERATED_CLOCK_MS)) return null
  return `${whose} is ${Math.round(Math.abs(aheadMs) / 1000)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine's. Synchronise both with NTP: the order of events and every expiry depend on it.`
}

interface Reply {
  status: number
  headers: Headers
  json: unknown
}

/** Follows no redirects, because the service doesn't either (N9). @returns the reason if no answer comes */
async function ask(url: string, init: RequestInit = {}): Promise<Reply | string> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(url, { redirect: 'manual', signal, ...init })
    const { status, headers } = response
    return { status, headers, json: parseJson(await response.text()) }
  } catch (error) {
    const reason = reasonOf(error)
    return `${reason}${isLoopback(new URL(url).hostname) ? '' : outboundHint(reason)}`
  }
}

/**
 * Suggests Node's settings for a private certificate authority or a proxy. The app needs them too, because both use Node's fetch.
 */
function outboundHint(reason: string, variables = process.env): string {
  const start = 'in the environment that the process starts with, not in .env'
  if (/certificate|self.signed/i.test(reason))
    return `; for an authority of your own, set NODE_EXTRA_CA_CERTS ${start}`
  const isUsed =
    process.allowedNodeEnvironmentFlags.has('--use-env-proxy') &&
    (variables.NODE_USE_ENV_PROXY === '1' || /--use-env-proxy/.test(variables.NODE_OPTIONS ?? ''))
  if (isUsed || !(variables.HTTPS_PROXY || variables.https_proxy)) return ''
  return `; HTTPS_PROXY is set, but Node uses it only from version 24 on, and with NODE_USE_ENV_PROXY=1 ${start}`
}

/**
 * Reads an unknown inquiry: a good key gets a 404, a bad one a 401.
 * @param notes collects facts worth knowing that aren't problems
 */
export async function checkService(
  env: Env,
  opens: boolean,
  notes: Set<string>,
): Promise<string[]> {
  const baseUrl = env.VERIFICATION_BASE_URL
  const askedAtMs = Date.now()
  const reply = await ask(baseUrl)
  if (typeof reply === 'string')
    return [
      `The service at ${baseUrl} does not answer (${reply}). Start it, if it is the sandbox; else check VERIFICATION_BASE_URL, name resolution, the firewall and the certificate.`,
    ]
  // The header has whole seconds, so add half a second, the average of what is cut off.
  const dateMs = Date.parse(reply.headers.get('date') ?? '') + 500
  const clock = clockProblem('The clock of the service', dateMs - (askedAtMs + Date.now()) / 2)
  const problems = clock === null ? [] : [clock]

  const onDeprecation = (announced: Deprecation) => notes.add(deprecationNote(announced))
  const clientWith = (apiKey: string) =>
    createVerificationClient({ baseUrl, apiKey, send: sendWithinLimits, onDeprecation })
  const readUnknown = (apiKey: string) =>
    failureOf(
      clientWith(apiKey).getInquiry({ inquiryId: randomUUID(), correlationId: randomUUID() }),
    )
  const answer = await readUnknown(env.VERIFICATION_API_KEY)
  if (answer instanceof UnauthorisedError)
    return [
      "The service refuses VERIFICATION_API_KEY (A4). It is mistyped, expired, revoked, or from another environment: create a key in the service's portal.",
      ...problems,
    ]
  if (answer?.status === 429 || (answer?.status ?? 0) >= 500)
    return [
      `The service answers HTTP ${answer?.status}, so the key could not be checked. Try again in a minute (D5).`,
      ...problems,
    ]
  // Any web server answers 404 for an unknown path, but the service checks the key first. So try a wrong key.
  if (
    !(answer instanceof NotFoundError && (await readUnknown(NO_KEY)) instanceof UnauthorisedError)
  )
    return [
      `The server at ${baseUrl} is not the service. VERIFICATION_BASE_URL is the address before /api/v1: check for a missing or extra path, and for proxies.`,
    ]
  if (!opens) {
    notes.add(
      'The template was not checked, because that opens an inquiry, which stays at the service: npm run doctor -- --open',
    )
    return problems
  }
  const refused = await failureOf(
    clientWith(env.VERIFICATION_API_KEY).open({
      body: JSON.stringify({
        inquiryTemplateId: env.VERIFICATION_TEMPLATE_ID,
        templateRevisionId: env.VERIFICATION_TEMPLATE_REVISION_ID,
        referenceId: `doctor-${randomUUID()}`,
      }),
      idempotencyKey: randomUUID(),
      correlationId: randomUUID(),
    }),
  )
  if (refused)
    problems.push(
      `The service does not open an inquiry with this template (${refused.code ?? refused.status ?? refused.name}). Publish it in the portal, or correct VERIFICATION_TEMPLATE_ID; a pinned revision must be published and enabled (O2, O3).`,
    )
  return problems
}

function deprecationNote({ since, endsAt }: Deprecation): string {
  const day = (date: Date) => date.toISOString().slice(0, 10)
  const begin = since === null ? '' : ` since ${day(since)}`
  const end = endsAt === null ? 'It doesn’t say when it ends' : `It ends on ${day(endsAt)}`
  return `The service says that this version of its interface is deprecated${begin} (N35). ${end}: ask the service what replaces it.`
}

async function failureOf(answer: Promise<unknown>): Promise<VerificationError | null> {
  try {
    await answer
    return null
  } catch (error) {
    if (error instanceof VerificationError) return error
    throw error
  }
}

export async function checkSdk({ VERIFICATION_SDK_URL: url }: Env): Promise<string[]> {
  const reply = await ask(url)
  const type = typeof reply === 'string' ? reply : reply.headers.get('content-type')
  // The app sends nosniff, so a browser runs no other content type.
  if (typeof reply !== 'string' && reply.status === 200 && /javascript/i.test(type ?? '')) return []
  return [
    `There is no script at VERIFICATION_SDK_URL ${url} (${type}). Set the address that the service documents.`,
  ]
}

const discoverySchema = z.object({
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  id_token_signing_alg_values_supported: z.array(z.string()).default(['RS256']),
})

export async function checkIssuer({
  OIDC_ISSUER: issuer,
  STAFF_SIGN_IN: signIn,
}: Env): Promise<string[]> {
  if (issuer === undefined || signIn === 'demo') return []
  const reply = await ask(`${issuer}/.well-known/openid-configuration`)
  if (typeof reply === 'string')
    return [
      `The OpenID Connect issuer ${issuer} does not answer (${reply}). Check OIDC_ISSUER, name resolution, the firewall and the certificate.`,
    ]
  const discovery = discoverySchema.safeParse(reply.json)
  if (reply.status !== 200 || !discovery.success)
    return [
      `There is no OpenID Connect issuer at ${issuer} (HTTP ${reply.status}). OIDC_ISSUER is the address before /.well-known/openid-configuration.`,
    ]
  const algorithms = discovery.data.id_token_signing_alg_values_supported
  if (usableAlgorithms(algorithms).length > 0) return []
  return [
    `Nobody can sign in with ${issuer}: it signs ID tokens with ${algorithms.join(', ')}, and the app accepts only algorithms with a public key. Let it sign with RS256 or ES256.`,
  ]
}

/** The app knows this id and doesn't store the event. */
const EVENT = JSON.stringify({
  id: 'd0c70000-0000-4000-8000-000000000001',
  type: 'doctor.ping',
  createdAt: '2026-01-01T00:00:00.000Z',
  data: {},
})

export async function checkApp(env: Env): Promise<string[]> {
  const { NEXTAUTH_URL: app, VERIFICATION_WEBHOOK_SECRET: secret } = env
  const reply = await ask(`${app}/api/webhooks/verification`, {
    method: 'POST',
    body: EVENT,
    headers: {
      'content-type': 'application/json',
      'x-service-delivery-id': `doctor-${randomUUID()}`,
      ...sign(EVENT, { secret, form: env.VERIFICATION_WEBHOOK_SECRET_FORM }),
    },
  })
  if (typeof reply === 'string')
    return [
      `The app at ${app} can’t be reached (${reply}). Start it; then check NEXTAUTH_URL, the proxy in front of the app and its certificate.`,
    ]
  const { status, headers, json } = reply
  if (headers.has('location'))
    return [
      `The webhook endpoint redirects to ${headers.get('location')}. Deliveries don’t follow redirects (N9): set NEXTAUTH_URL to the final address, or exclude the path from the redirect.`,
    ]
  const problem = deliveryProblem(status, JSON.stringify(json))
  return problem === null ? [] : [problem]
}

function deliveryProblem(status: number, json = ''): string | null {
  if (status === 200 && /"outcome":"doctor"/.test(json)) return null
  if (status === 401 && /"error":"signature"/.test(json))
    return 'The app rejects an event signed with VERIFICATION_WEBHOOK_SECRET. It runs with another secret, or another VERIFICATION_WEBHOOK_SECRET_FORM, than .env: restart it. If it still does, a proxy alters the body or the signature header.'
  if (status === 503 && /"error":"not_stored"/.test(json))
    return 'The app can’t store events (HTTP 503). Check the DATABASE_URL that it runs with, and run npm run db:migrate'
  return `The webhook endpoint answers HTTP ${status}, unlike this app. Another program answers at NEXTAUTH_URL, or a proxy refuses the path, the method or the headers.`
}
