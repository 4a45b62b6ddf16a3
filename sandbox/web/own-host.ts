// Checks whether a request is for this sandbox's own host, and from its own pages. Without the first check, a page whose hostname
// resolves to this machine (DNS rebinding) would share the origin of the control API and the portal.
import { isIPv4 } from 'node:net'
import type { HonoRequest } from 'hono'

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])

export const isLoopback = (url: string): boolean => LOOPBACK_NAMES.has(new URL(url).hostname)

export function isOwnHost(requestUrl: string, publicUrl: string): boolean {
  return isLoopback(requestUrl) || new URL(requestUrl).hostname === new URL(publicUrl).hostname
}

/**
 * Whether an outside page could control the request's host name. Containers call the sandbox by a name without a dot, which nobody
 * outside can own. An address can't be pointed elsewhere.
 */
export function isForeignHost(requestUrl: string, publicUrl: string): boolean {
  const { hostname } = new URL(requestUrl)
  const isName = hostname.includes('.') && !isIPv4(hostname)
  return isName && !isOwnHost(requestUrl, publicUrl)
}

/**
 * Where a request comes from: this sandbox's own page, another origin's page, or a program. Another port of the same host is
 * another origin. Browsers send `Sec-Fetch-Site` only to secure addresses and localhost, but `Origin` with every post.
 */
export function sourceOf(request: HonoRequest): 'own' | 'foreign' | 'program' {
  const site = request.header('sec-fetch-site')
  const origin = request.header('origin')
  if (site === 'none' || (site === undefined && origin === undefined)) return 'program'
  const isOwn = site === undefined ? origin === new URL(request.url).origin : site === 'same-origin'
  return isOwn ? 'own' : 'foreign'
}
