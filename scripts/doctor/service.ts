// Checks what a client can see of the service: it answers, it accepts the key (A4), and the template is published (O2).
import { randomUUID } from 'node:crypto'
import type { Env } from '../../lib/env.ts'
import { createVerificationClient } from '../../lib/verification/client.ts'
import {
  NotFoundError,
  RateLimitedError,
  RejectedError,
  UnauthorisedError,
  UnavailableError,
} from '../../lib/verification/errors.ts'
import { clockFinding } from './clock.ts'
import { type Finding, right, unclear, wrong } from './finding.ts'
import { reasonOf } from './timed-fetch.ts'

const NO_KEY = `svc_live_${'A'.repeat(32)}`

interface ServiceFacts {
  env: Env
  usesSandbox: boolean
  /** Whether to open an inquiry, the only way to check that the template is published. The inquiry stays at the service. */
  opens: boolean
}

export async function checkService({ env, usesSandbox, opens }: ServiceFacts): Promise<Finding[]> {
  const { seen, fetch } = observedFetch()
  const service = (apiKey: string) =>
    createVerificationClient({
      baseUrl: env.VERIFICATION_BASE_URL,
      apiKey,
      fetch,
      maxAttempts: 1,
    })
  const readUnknown = (apiKey: string) =>
    failureOf(service(apiKey).getInquiry({ inquiryId: randomUUID(), correlationId: randomUUID() }))

  const answer = await readUnknown(env.VERIFICATION_API_KEY)
  if (answer instanceof UnavailableError)
    return [unreachable(env, seen.reason ?? `HTTP ${answer.status}`, usesSandbox)]
  const clock =
    seen.aheadMs === null ? [] : [clockFinding('The clock of the service', seen.aheadMs)]
  if (answer instanceof UnauthorisedError)
    return [
      wrong(
        'The service refuses VERIFICATION_API_KEY (A4)',
        "It is mistyped, expired, revoked, or from another environment: create a key in the service's portal.",
      ),
      ...clock,
    ]
  if (answer instanceof RateLimitedError)
    return [
      unclear(
        'The service is at its rate limit for this key (D5)',
        'Try again in a minute, and find out who else uses the key.',
      ),
      ...clock,
    ]
  // Any web server answers 404 for an unknown path, but the service checks the key first.
  const isService =
    answer instanceof NotFoundError && (await readUnknown(NO_KEY)) instanceof UnauthorisedError
  if (!isService)
    return [
      wrong(
        `The server at ${env.VERIFICATION_BASE_URL} is not the service`,
        'VERIFICATION_BASE_URL is the address before /api/v1: check for a missing or extra path, and for proxies.',
      ),
    ]
  return [
    right(`The service at ${env.VERIFICATION_BASE_URL} answers and accepts the key`),
    ...clock,
    opens ? await checkTemplate(env, service(env.VERIFICATION_API_KEY)) : unclearTemplate,
  ]
}

const unclearTemplate = unclear(
  'Only opening an inquiry shows whether the template is published',
  'Run `npm run doctor -- --open`, which opens one.',
)

function unreachable(env: Env, reason: string, usesSandbox: boolean): Finding {
  return wrong(
    `The service at ${env.VERIFICATION_BASE_URL} does not answer (${reason})`,
    usesSandbox
      ? 'Start the sandbox with `npm run dev` in another terminal.'
      : 'Check VERIFICATION_BASE_URL, name resolution, the firewall and the certificate.',
  )
}

async function checkTemplate(
  env: Env,
  service: ReturnType<typeof createVerificationClient>,
): Promise<Finding> {
  const request = {
    inquiryTemplateId: env.VERIFICATION_TEMPLATE_ID,
    templateRevisionId: env.VERIFICATION_TEMPLATE_REVISION_ID,
    referenceId: `doctor-${randomUUID()}`,
  }
  const failure = await failureOf(
    service.open({
      body: JSON.stringify(request),
      idempotencyKey: randomUUID(),
      correlationId: randomUUID(),
      sentBefore: false,
    }),
  )
  if (failure === null) return right('The template is published: an inquiry was opened')
  const code = failure instanceof RejectedError ? ` (${failure.code ?? failure.status})` : ''
  return wrong(
    `The service refuses to open an inquiry with this template${code}`,
    'Publish it in the portal, or correct VERIFICATION_TEMPLATE_ID; a pinned revision must be published and enabled (O2, O3).',
  )
}

async function failureOf(answer: Promise<unknown>): Promise<Error | null> {
  try {
    await answer
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Records why a call got no response, and how far the service's clock is ahead. */
function observedFetch() {
  const seen: { reason: string | null; aheadMs: number | null } = { reason: null, aheadMs: null }
  const observed: typeof fetch = async (input, init) => {
    const askedAtMs = Date.now()
    try {
      const response = await fetch(input, init)
      const date = Date.parse(response.headers.get('date') ?? '')
      // The header only has whole seconds, so on average half a second is missing.
      if (!Number.isNaN(date)) seen.aheadMs = date + 500 - (askedAtMs + Date.now()) / 2
      return response
    } catch (error) {
      seen.reason = reasonOf(error)
      throw error
    }
  }
  return { seen, fetch: observed }
}
