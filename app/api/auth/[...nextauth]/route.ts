/**
 * Staff sign-in (next-auth). next-auth reads bodies without a limit, answers malformed input with an error or a 500, and calls
 * the OpenID Connect provider for anyone who asks, so this route checks its input and limits both.
 */
import { NextRequest, NextResponse } from 'next/server'
import NextAuth, { type EventCallbacks } from 'next-auth'
import { decode } from 'next-auth/jwt'
import { isWithin, networkOf } from '@/lib/http/limits'
import { readRequestBody, refuseBody } from '@/lib/http/request-body'
import { isOwnOrigin } from '@/lib/http/request-source'
import { env } from '@/lib/runtime/env'
import { errorName, log } from '@/lib/runtime/log'
import { authOptions, SIGN_IN } from '@/lib/staff/auth'
import { OIDC } from '@/lib/staff/oidc'
import { signInCookies } from '@/lib/staff/session'
import { orUnavailable } from '@/lib/staff/sign-in'

const MAX_BODY_BYTES = 16 * 1024

type Context = { params: Promise<{ nextauth: string[] }> }

export async function GET(request: NextRequest, context: Context) {
  const { nextauth } = await context.params
  // next-auth would answer with a 500.
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

/** Built per request, because the options need the environment and `next build` has none. */
async function answer(request: NextRequest, context: Context): Promise<Response> {
  const { nextauth } = await context.params
  // next-auth ignores further segments, and its `_log` takes any text from anyone into the log.
  if (nextauth.length > 2 || nextauth[0] === '_log')
    return Response.json({ error: 'not_found' }, { status: 404 })
  if (!request.nextUrl.searchParams.getAll('callbackUrl').every(isUrl))
    return refuse('callback_url')
  const { name, options } = signInCookies().callbackUrl
  if (!isUrl(request.cookies.get(name)?.value)) {
    const response = NextResponse.json({ error: 'callback_url' }, { status: 400 })
    // Otherwise this browser could never sign in.
    response.cookies.set(name, '', { ...options, maxAge: 0 })
    return response
  }
  if (nextauth[1] === OIDC) {
    const problem = await findSignInProblem(request, nextauth[0])
    if (problem) return toSignIn(request, problem)
  }
  let isStillSignedIn = false
  const staffOptions = authOptions()
  // next-auth would clear the cookie and answer 200 even if the sessions couldn't be ended.
  const signOut: EventCallbacks['signOut'] = async (message) => {
    const ended = await orUnavailable(async () => staffOptions.events?.signOut?.(message))
    isStillSignedIn = ended === 'Unavailable'
  }
  try {
    const response = await NextAuth({ ...staffOptions, events: { signOut } })(request, context)
    return isStillSignedIn ? toSignIn(request, 'Unavailable') : response
  } catch (error) {
    // The message may quote the body, password included.
    log.warn('sign_in_not_read', { error: errorName(error) })
    return refuse('not_readable')
  }
}

/**
 * Which of these requests may call the provider: the start of a sign-in from our own page, and the return of the browser that
 * started it. Any other is neither counted nor passed on, or a page elsewhere could use up an office's attempts with pictures.
 * @returns a code that the sign-in page knows, or null
 */
async function findSignInProblem(request: NextRequest, step = ''): Promise<string | null> {
  const { headers, cookies, method } = request
  const origin = headers.get('origin')
  // Doesn't start a sign-in: it only leads to the sign-in page.
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

/** Whether this is the answer to the sign-in that this browser has started: next-auth keeps its state in a cookie. */
async function isReturn({ nextUrl, cookies }: NextRequest): Promise<boolean> {
  const { name } = signInCookies().state
  const { NEXTAUTH_SECRET: secret } = env()
  const token = cookies.get(name)?.value
  const kept = await decode({ token, secret, salt: name }).catch(() => null)
  return kept !== null && kept.value === nextUrl.searchParams.get('state')
}

/** next-auth's own client goes to the `url` of an answer; a browser follows the redirect. */
function toSignIn(request: NextRequest, error: string): Response {
  const url = `${env().NEXTAUTH_URL}${SIGN_IN}?error=${error}`
  if (request.method !== 'POST') return Response.redirect(url)
  const status = error === 'Unavailable' ? 503 : error === 'TooManyTries' ? 429 : 403
  return Response.json({ url }, { status })
}

/** What next-auth accepts as a callback URL, if there is one: a path, or an http or https URL. */
function isUrl(text: string | null | undefined): boolean {
  if (!text) return true
  const url = URL.parse(text, text.startsWith('/') ? env().NEXTAUTH_URL : undefined)
  return url !== null && /^https?:$/.test(url.protocol)
}

const refuse = (error: string): Response => Response.json({ error }, { status: 400 })
