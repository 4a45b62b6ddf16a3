/**
 * Sets every page's security headers, with a fresh nonce per request, and the applicant's cookie on the application form.
 * It doesn't decide who may see what: the code that reads the data does.
 */
import { type NextRequest, NextResponse } from 'next/server'
import { refuseAction } from '@/lib/action-request'
import { ensureApplicantCookie } from '@/lib/applicant'
import { contentSecurityPolicy, permissionsPolicy } from '@/lib/content-security-policy'
import { env } from '@/lib/env'
import { isHttps } from '@/lib/host-cookie'
import { carrySentForm } from '@/lib/sent-form'

const ONE_YEAR_SECONDS = 31_536_000

export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { pathname } = request.nextUrl
  if (!isDecodable(pathname)) return unreadable()
  if (pathname.startsWith('/api/')) return NextResponse.next()

  const { NODE_ENV, VERIFICATION_SDK_URL, VERIFICATION_ARTIFACT_ORIGINS } = env()
  const nonce = crypto.randomUUID()
  const serviceOrigin = new URL(VERIFICATION_SDK_URL).origin
  const https = isHttps()
  const policy = contentSecurityPolicy({
    nonce,
    serviceOrigin,
    artifactOrigins: VERIFICATION_ARTIFACT_ORIGINS,
    https,
    development: NODE_ENV === 'development',
    demo: env().DEMO_CONTROL_URL !== undefined, // strip:line
  })

  // Next reads the nonce from the request's policy and puts it on its own scripts.
  const headers = new Headers(request.headers)
  headers.set('Content-Security-Policy', policy)
  headers.set('x-nonce', nonce)
  const isReadable =
    isOrigin(request.headers.get('origin')) && (await carrySentForm(request, headers))
  if (!isReadable) return unreadable()
  const refusal = await refuseAction(request)
  if (refusal !== null) return unreadable(refusal)

  const response = NextResponse.next({ request: { headers } })
  response.headers.set('Content-Security-Policy', policy)
  response.headers.set('Permissions-Policy', permissionsPolicy(serviceOrigin))
  if (https) {
    response.headers.set('Strict-Transport-Security', `max-age=${ONE_YEAR_SECONDS}`)
  }
  if (request.method === 'GET' && pathname === '/apply') {
    ensureApplicantCookie(request, response)
  }
  return response
}

/** Next would answer with a 500. */
const unreadable = (status = 400) => new NextResponse('This request can’t be read.', { status })

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

/**
 * Pages, and paths under /api that may not be decodable. Other API routes don't return HTML, and the webhook needs its raw
 * body.
 */
export const config = {
  matcher: ['/((?!api/|_next/static|_next/image|favicon.ico|icon.svg).*)', '/(api/.*%.*)'],
}
