// Whether a request was sent to this sandbox by a name of its own. A page that makes its own name resolve to this
// machine would otherwise be of the same origin as the control API and the portal.
const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])

export function isOwnHost(requestUrl: string, publicUrl: string): boolean {
  const { hostname } = new URL(requestUrl)
  return LOOPBACK_NAMES.has(hostname) || hostname === new URL(publicUrl).hostname
}
