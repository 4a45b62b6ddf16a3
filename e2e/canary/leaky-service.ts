// A service that leaks identity data, the API key or both in every response, errors included. If the app stores or repeats
// any of it, the search finds it.
import { type Operation, ScriptedService } from '../hostile/scripted-service'
import { ARTIFACT_PATH, IDENTITY, INPUT, SECRETS } from './canaries'

interface Failure {
  status: number
  body: string
  headers?: Record<string, string>
}

const CONFESSION = JSON.stringify({ ...IDENTITY, apiKey: SECRETS.VERIFICATION_API_KEY })

/** Failures of every shape (N3), each with the identity data and the key in it. */
export const TELLTALE_FAILURES: readonly Failure[] = [
  ...[400, 403, 404, 422, 500].map((status) => ({
    status,
    body: JSON.stringify({ code: 'Quillon Canarywright', message: CONFESSION, identity: IDENTITY }),
  })),
  { status: 500, body: JSON.stringify({ error: { code: CONFESSION, message: CONFESSION } }) },
  { status: 502, body: `<h1>${CONFESSION}</h1>`, headers: { 'content-type': 'text/html' } },
  { status: 200, body: CONFESSION },
  { status: 200, body: CONFESSION.slice(0, -7) },
  { status: 302, body: '', headers: { location: `/canarywright?${CONFESSION.slice(0, 40)}` } },
]

/** Sent last, because a refused key affects every later call too (A4). */
export const REFUSED_KEY: Failure = {
  status: 401,
  body: JSON.stringify({ message: `Unknown key ${SECRETS.VERIFICATION_API_KEY}` }),
}

const LEAKS = { identity: IDENTITY, apiKey: SECRETS.VERIFICATION_API_KEY }

export async function startLeakyService(): Promise<ScriptedService> {
  const service = await ScriptedService.start()
  service.answer('open', ({ usual }) => ({ ...usual, body: { ...Object(usual.body), ...LEAKS } }))
  // S1, but with identity in every status; S3 allows it in only some.
  service.answer('status', ({ usual }) => ({
    ...usual,
    body: {
      ...Object(usual.body),
      ...LEAKS,
      reviewReasons: [INPUT.reviewReason],
      portalDecisionNote: INPUT.portalNote,
      portalDecidedAt: new Date().toISOString(),
      note: INPUT.keptNote,
      customer: IDENTITY.personalInfo,
    },
  }))
  service.answer('documents', ({ inquiryId }) => ({
    body: {
      inquiryId,
      status: service.inquiry(inquiryId ?? '').status,
      urlExpiresAt: new Date(Date.now() + 5 * 60_000).toISOString(),
      documents: [
        {
          type: 'passport',
          supportedPageTypes: ['frontPage'],
          frontPage: `${service.url}${ARTIFACT_PATH}?signature=1`,
          owner: IDENTITY.personalInfo,
        },
      ],
    },
  }))
  return service
}

/** The next call of this operation fails like this. Resolves when it is made. */
export const failNext = (
  service: ScriptedService,
  operation: Operation,
  { status, headers, body }: Failure,
): Promise<void> =>
  new Promise((resolve) => {
    service.answerNext(operation, () => {
      resolve()
      return (response) => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
      }
    })
  })
