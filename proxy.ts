/**
 * Refuses requests that Next can't read, sets every page's security headers, with a fresh nonce per request, and the
 * applicant's cookie on the application form. It doesn't decide who may see what: the code that reads the data does.
 */
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state'
import { type NextRequest, NextResponse } from 'next/server'
import { readActionRequest } from '@/lib/action-request'
import { ensureApplicantCookie } from '@/lib/applicant'
import { contentSecurityPolicy, permissionsPolicy } from '@/lib/content-security-policy'
import { env } from '@/lib/env'
import { isHttps } from '@/lib/host-cookie'
import { flowOrigins } from '@/lib/hosted-flow-settings'
import { carrySentForm } from '@/lib/sent-form'

const ONE_YEAR_SECONDS = 31_536_000

export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { pathname } = request.nextUrl
  if (!isDecodable(pathname)) return refuse(400)
  if (pathname.startsWith('/api/')) return NextResponse.next()

  const { NODE_ENV, VERIFICATION_ARTIFACT_ORIGINS } = env()
  const nonce = crypto.randomUUID()
  const https = isHttps()
  const policy = contentSecurityPolicy({
    nonce,
    flowOrigins: flowOrigins(),
    artifactOrigins: VERIFICATION_ARTIFACT_ORIGINS,
    https,
    development: NODE_ENV === 'development',
  })

  // Next reads the nonce from the request's policy and puts it on its own scripts.
  const headers = new Headers(request.headers)
  headers.set('Content-Security-Policy', policy)
  headers.set('x-nonce', nonce)
  if (!isOrigin(request.headers.get('origin')) || !hasReadableRouterState(request))
    return refuse(400)
  const action = await readActionRequest(request)
  if (!action.ok) return refuse(action.status)
  carrySentForm(action.outdatedForm, headers)

  const response = NextResponse.next({ request: { headers } })
  response.headers.set('Content-Security-Policy', policy)
  response.headers.set('Permissions-Policy', permissionsPolicy(flowOrigins()))
  if (https) {
    response.headers.set('Strict-Transport-Security', `max-age=${ONE_YEAR_SECONDS}`)
  }
  if (request.method === 'GET' && pathname === '/apply') {
    ensureApplicantCookie(request, response)
  }
  return response
}

const REASONS: Record<number, string> = {
  403: 'This request comes from another site.',
  408: 'This request took too long to arrive. Try again.',
  413: 'This request is too large.',
  503: 'The server is busy. Try again.',
}

/** Next would answer with a 500. */
const refuse = (status: number) =>
  new NextResponse(REASONS[status] ?? 'This request can’t be read.', { status })

function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname)
    return true
  } catch {
    return false
  }
}

const isOrigin = (origin: string | null) =>
  origin === null || origin === 'null' || URL.canParse(origin)

/** Whether Next can read what its own router says about the page that the browser is on. */
function hasReadableRouterState({ headers }: NextRequest): boolean {
  try {
    parseAndValidateFlightRouterState(headers.get('next-router-state-tree') ?? undefined)
    return true
  } catch {
    return false
  }
}

/**
 * Pages, and paths under /api that may not be decodable. Other API routes don't return HTML, and the webhook needs its raw
 * body.
 */
export const config = {
  matcher: ['/((?!api/|_next/static/|icon\\.svg$).*)', '/(api/.*%.*)'],
}
