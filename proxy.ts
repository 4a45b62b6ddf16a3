/**
 * Refuses foreign hosts and origins, sets every page's security headers with a new nonce, and sets the applicant's cookie on the
 * application form. It makes no access decisions: the code that reads the data does.
 */
import { type NextRequest, NextResponse } from 'next/server'
import { ensureApplicantCookie } from '@/lib/applicant'
import { contentSecurityPolicy, permissionsPolicy } from '@/lib/http/content-security-policy'
import { isHttps } from '@/lib/http/host-cookie'
import {
  FOREIGN_HOST,
  foreignOrigins,
  isOwnOrigin,
  isServedHost,
  PAGE_HEADER,
  type Refusal,
} from '@/lib/http/request-source'
import { env } from '@/lib/runtime/env'
import { log } from '@/lib/runtime/log'

const ONE_YEAR_SECONDS = 31_536_000
/** The same value as `bodySizeLimit` in next.config.js. */
const MAX_FORM_BYTES = 32 * 1024
/** React's names for an action's arguments, which are JSON. Form fields have other names. */
const ARGUMENT = /^(\d+|\$ACTION_\d+:\d+)$/

export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { pathname } = request.nextUrl
  const host = request.headers.get('host')
  // Repeats a check of `lib/http/server-limits.ts`, because some platforms run the app without Node's HTTP server.
  if (!isServedHost(host)) return refuse(FOREIGN_HOST.status, FOREIGN_HOST.reason)
  if (!isDecodable(pathname)) return refuse(400, 'This request can’t be read.')
  if (pathname.startsWith('/api/')) return NextResponse.next()

  const headers = new Headers(request.headers)
  headers.set(PAGE_HEADER, pageOf(request))
  const origin = request.headers.get('origin')
  if (request.method === 'POST' && origin !== null) {
    if (!isOwnOrigin(origin, host)) {
      const expected = new URL(env().NEXTAUTH_URL).origin
      foreignOrigins().refused += 1
      log.warn('origin_refused', { origin: origin.slice(0, 200), expected })
      return refuse(403, 'This request comes from another site.')
    }
    // Next compares the origin with this header, to which proxies may append other hosts.
    headers.set('x-forwarded-host', new URL(origin).host)
  }

  const problem = await findFormProblem(request)
  if (problem) return refuse(problem.status, problem.reason)

  const {
    NODE_ENV,
    VERIFICATION_ARTIFACT_ORIGINS: artifactOrigins,
    VERIFICATION_FLOW_ORIGINS: flowOrigins,
  } = env()
  const nonce = crypto.randomUUID()
  const https = isHttps()
  const policy = contentSecurityPolicy({
    nonce,
    flowOrigins,
    artifactOrigins,
    https,
    development: NODE_ENV === 'development',
  })

  // Next reads the nonce from the request's policy and puts it on its own scripts.
  headers.set('Content-Security-Policy', policy)

  const response = NextResponse.next({ request: { headers } })
  response.headers.set('Content-Security-Policy', policy)
  response.headers.set('Permissions-Policy', permissionsPolicy(flowOrigins))
  if (https) {
    response.headers.set('Strict-Transport-Security', `max-age=${ONE_YEAR_SECONDS}`)
    // The hosted flow may open in a popup that must report back to its opener. Sent only over HTTPS: at http://localhost, the header
    // would detach a popup from Playwright.
    response.headers.set('Cross-Origin-Opener-Policy', 'same-origin-allow-popups')
  }
  if (request.method === 'GET' && pathname === '/apply') {
    ensureApplicantCookie(request, response)
  }
  return response
}

const refuse = (status: number, reason: string) => new NextResponse(reason, { status })

/** The page's path and query, without the parameter that Next adds when it fetches a page for a link. */
function pageOf({ nextUrl: { pathname, searchParams } }: NextRequest): string {
  const query = new URLSearchParams(searchParams)
  query.delete('_rsc')
  return query.size > 0 ? `${pathname}?${query}` : pathname
}

/** Finds a form or a server action call that is too large or damaged, because Next would answer it with a 500. */
async function findFormProblem(request: NextRequest): Promise<Refusal | null> {
  const type = request.headers.get('content-type') ?? ''
  const isForm = type.startsWith('multipart/form-data')
  if (request.method !== 'POST' || !(isForm || request.headers.has('next-action'))) return null
  const body = await request.arrayBuffer()
  if (body.byteLength > MAX_FORM_BYTES)
    return {
      status: 413,
      reason: 'This form is too large. Go back, shorten what you entered and send it again.',
    }
  try {
    const sent = new Response(body, { headers: { 'content-type': type } })
    if (!isForm) JSON.parse(await sent.text())
    else
      for (const [name, value] of await sent.formData())
        if (ARGUMENT.test(name) && typeof value === 'string') JSON.parse(value)
    return null
  } catch {
    return { status: 400, reason: 'This form can’t be read. Go back and send it again.' }
  }
}

/** Whether the path's percent-encoding is valid. Next would answer an invalid one with a 500. */
function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname)
    return true
  } catch {
    return false
  }
}

/**
 * Skips scripts and styles, the webhook (it needs the raw body) and the polled status (running this file would cost more than
 * answering). The second pattern includes any API path with a percent sign, so that its encoding is checked.
 */
export const config = {
  matcher: [
    '/((?!api/webhooks/|api/inquiries/current$|_next/static/|icon\\.svg$).*)',
    '/(api/.*%.*)',
  ],
}
