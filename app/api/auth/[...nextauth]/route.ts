/**
 * Staff sign-in (next-auth). next-auth reads bodies without a limit and throws on malformed input, so this route limits the
 * body and catches the error.
 */
import { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { authOptions } from '@/lib/auth'
import { errorName, log } from '@/lib/log'
import { readRequestBody, refuseBody } from '@/lib/request-body'

const MAX_BODY_BYTES = 16 * 1024
/** Matches next-auth's codes, such as `CredentialsSignin`, and OpenID Connect's, such as `access_denied`. */
const ERROR_CODE = /^[A-Za-z_]{1,40}$/

type Context = { params: Promise<{ nextauth: string[] }> }

export async function GET(request: NextRequest, context: Context) {
  const code = request.nextUrl.searchParams.get('error')
  if (code !== null && !ERROR_CODE.test(code)) return refuse('unknown_error_code')
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
  try {
    return await NextAuth(authOptions())(request, context)
  } catch (error) {
    // The message may quote the body, password included.
    log.warn('sign_in_not_read', { error: errorName(error) })
    return refuse('not_readable')
  }
}

const refuse = (error: string): Response => Response.json({ error }, { status: 400 })
