// Whether a request is for this sandbox's own host. Without this check, a page whose hostname resolves to this machine (DNS
// rebinding) would have the same origin as the control API and the portal.
const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])

export function isOwnHost(requestUrl: string, publicUrl: string): boolean {
  const { hostname } = new URL(requestUrl)
  return LOOPBACK_NAMES.has(hostname) || hostname === new URL(publicUrl).hostname
}
