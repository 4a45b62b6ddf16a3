/**
 * Staff sign-in with next-auth. next-auth reads bodies without a limit, answers malformed input with a 500, and calls the OpenID
 * Connect provider for anyone. So this route checks the input, limits its size, and limits the calls.
 */
import { NextRequest, NextResponse } from 'next/server'
import NextAuth, { type EventCallbacks } from 'next-auth'
import { decode } from 'next-auth/jwt'
import { isWithin, networkOf } from '@/lib/http/limits'
import { readRequestBody, refuseBody } from '@/lib/http/request-body'
import { isOwnOrigin } from '@/lib/http/request-source'
import { env } from '@/lib/runtime/env'
import { failure, log } from '@/lib/runtime/log'
import { authOptions, SIGN_IN } from '@/lib/staff/auth'
import { OIDC } from '@/lib/staff/oidc'
import { signInCookies } from '@/lib/staff/session'
import { orUnavailable } from '@/lib/staff/sign-in'

const MAX_BODY_BYTES = 16 * 1024

type Context = { params: Promise<{ nextauth: string[] }> }

export async function GET(request: NextRequest, context: Context) {
  const { nextauth } = await context.params
  // next-auth would answer this GET with a 500.
  if (nextauth[0] === 'callback' && nextauth[1] === 'credentials')
    return Response.json({ error: 'post_only' }, { status: 405, headers: { allow: 'POST' } })
  return answer(request, context)
}

export async function POST(request: NextRequest, context: Context) {
  const body = await readRequestBody(request, MAX_BODY_BYTES)
  if (!body.ok) return refuseBody(body.reason)
  const { url, headers } = request
  return answer(
    new NextRequest(url, { method: 'POST', headers, body: Buffer.from(body.bytes) }),
    context,
  )
}

/** Creates the handler for each request, because its options need the environment, which `next build` doesn't have. */
async function answer(request: NextRequest, context: Context): Promise<Response> {
  const { nextauth } = await context.params
  // next-auth ignores further segments. Its `_log` would write anyone's text into the log.
  if (nextauth.length > 2 || nextauth[0] === '_log')
    return Response.json({ error: 'not_found' }, { status: 404 })
  if (!request.nextUrl.searchParams.getAll('callbackUrl').every(isUrl))
    return refuse('callback_url')
  const { name, options } = signInCookies().callbackUrl
  if (!isUrl(request.cookies.get(name)?.value)) {
    const response = NextResponse.json({ error: 'callback_url' }, { status: 400 })
    // Delete the cookie, or this browser could never sign in.
    response.cookies.set(name, '', { ...options, maxAge: 0 })
    return response
  }
  if (nextauth[1] === OIDC) {
    const problem = await findSignInProblem(request, nextauth[0])
    if (problem) return toSignIn(request, problem)
  }
  let isStillSignedIn = false
  const staffOptions = authOptions()
  // Even if ending the sessions failed, next-auth would clear the cookie and answer 200.
  const signOut: EventCallbacks['signOut'] = async (message) => {
    const ended = await orUnavailable(async () => staffOptions.events?.signOut?.(message))
    isStillSignedIn = ended === 'Unavailable'
  }
  try {
    const response = await NextAuth({ ...staffOptions, events: { signOut } })(request, context)
    return isStillSignedIn ? toSignIn(request, 'Unavailable') : response
  } catch (error) {
    // Log only the name: the message may quote the body with its password.
    log.warn('sign_in_not_read', failure(error))
    return refuse('not_readable')
  }
}

/**
 * Two requests may lead to a call of the provider: the start of a sign-in from our own page, and the return of the browser that started
 * it. Others are neither counted nor passed on. Otherwise, images on another page could use up an office's attempts.
 * @returns a code that the sign-in page knows; null if next-auth may handle the request
 */
async function findSignInProblem(request: NextRequest, step = ''): Promise<string | null> {
  const { headers, cookies, method } = request
  const origin = headers.get('origin')
  // This doesn't start a sign-in: next-auth only redirects to the sign-in page.
  if (step === 'signin' && method === 'GET') return null
  if (step === 'signin' && origin !== null && !isOwnOrigin(origin, headers.get('host')))
    return 'OAuthCallback'
  if (step === 'callback' && !(await isReturn(request))) {
    const reason = cookies.has(signInCookies().state.name) ? 'another_state' : 'no_state_cookie'
    log.warn('sign_in_failed', { reason })
    return 'OAuthCallback'
  }
  const may = await orUnavailable(() => isWithin('sign-in', networkOf(headers)))
  if (may === 'Unavailable') return may
  if (may) return null
  log.warn('sign_in_refused', { reason: 'too_many_tries' })
  return 'TooManyTries'
}

/** Whether this request returns from a sign-in that this browser started, by the state that next-auth keeps in a cookie. */
async function isReturn({ nextUrl, cookies }: NextRequest): Promise<boolean> {
  const { name } = signInCookies().state
  const { NEXTAUTH_SECRET: secret } = env()
  const token = cookies.get(name)?.value
  const kept = await decode({ token, secret, salt: name }).catch(() => null)
  return kept !== null && kept.value === nextUrl.searchParams.get('state')
}

/** next-auth's client script opens the `url` of a JSON answer. For a page load, the browser follows a redirect. */
function toSignIn(request: NextRequest, error: string): Response {
  const url = `${env().NEXTAUTH_URL}${SIGN_IN}?error=${error}`
  if (request.method !== 'POST') return Response.redirect(url)
  const status = error === 'Unavailable' ? 503 : error === 'TooManyTries' ? 429 : 403
  return Response.json({ url }, { status })
}

/** Whether next-auth accepts this as a callback URL: nothing, a path, or an http or https URL. */
function isUrl(text: string | null | undefined): boolean {
  if (!text) return true
  const url = URL.parse(text, text.startsWith('/') ? env().NEXTAUTH_URL : undefined)
  return url !== null && /^https?:$/.test(url.protocol)
}

const refuse = (error: string): Response => Response.json({ error }, { status: 400 })
