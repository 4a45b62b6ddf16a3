// Whether a request is for this sandbox's own host, and from its own pages. Without the first check, a page whose hostname resolves to this machine (DNS
// rebinding) would have the same origin as the control API and the portal.
import type { HonoRequest } from 'hono'

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])

export const isLoopback = (url: string): boolean => LOOPBACK_NAMES.has(new URL(url).hostname)

export function isOwnHost(requestUrl: string, publicUrl: string): boolean {
  return isLoopback(requestUrl) || new URL(requestUrl).hostname === new URL(publicUrl).hostname
}

/**
 * Where a request comes from: this sandbox's own page, a page of another origin, or no page at all. Another port of the same
 * host is another origin. Browsers send `Sec-Fetch-Site` only to secure addresses and localhost, but `Origin` with any post.
 */
export function sourceOf(request: HonoRequest): 'own' | 'foreign' | 'program' {
  const site = request.header('sec-fetch-site')
  const origin = request.header('origin')
  if (site === 'none' || (site === undefined && origin === undefined)) return 'program'
  const isOwn = site === undefined ? origin === new URL(request.url).origin : site === 'same-origin'
  return isOwn ? 'own' : 'foreign'
}
