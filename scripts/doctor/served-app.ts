// For tests: the app's own handlers on a real socket.
import { NextRequest } from 'next/server'
import { GET as getLive } from '../../app/api/health/live/route.ts'
import { GET as getReady } from '../../app/api/health/ready/route.ts'
import { GET as getMetrics } from '../../app/api/metrics/route.ts'
import { POST as receiveWebhook } from '../../app/api/webhooks/verification/route.ts'
import { proxy } from '../../proxy.ts'
import { serve } from './test-server.ts'

/** Sets the cookie that next-auth would set over HTTP. @returns the address */
export function serveApp(
  setCookie = 'next-auth.csrf-token=t; Path=/; HttpOnly; SameSite=Lax',
): Promise<string> {
  return serve(async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/api/auth/csrf')
      return Response.json({}, { headers: { 'set-cookie': setCookie } })
    if (pathname === '/api/health/live') return getLive()
    if (pathname === '/api/health/ready') return getReady()
    if (pathname === '/api/metrics') return getMetrics(request)
    return request.method === 'POST' ? receiveWebhook(request) : proxy(new NextRequest(request))
  })
}
