/** Staff sign-in (next-auth), which reads request bodies without a limit: so they are read here first. */
import { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { authOptions } from '@/lib/auth'
import { readRequestBody, refuseBody } from '@/lib/request-body'

const MAX_BODY_BYTES = 16 * 1024

type Context = { params: Promise<{ nextauth: string[] }> }

// Built per request, because the options need the environment and `next build` has none.
export const GET = (request: NextRequest, context: Context) =>
  NextAuth(authOptions())(request, context)

export async function POST(request: NextRequest, context: Context) {
  const body = await readRequestBody(request, MAX_BODY_BYTES)
  if (!body.ok) return refuseBody(body.reason)
  const { url, headers } = request
  return GET(
    new NextRequest(url, { method: 'POST', headers, body: Buffer.from(body.bytes) }),
    context,
  )
}
