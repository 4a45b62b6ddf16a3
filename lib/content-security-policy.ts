/** The Content-Security-Policy and Permissions-Policy of every page. `proxy.ts` sets them, with a fresh nonce per request. */

interface PolicySources {
  nonce: string
  /** Origin of the hosted flow and of the web SDK (F2). */
  serviceOrigin: string
  /** Origins of document images, possibly other hosts than the service's (N20). */
  artifactOrigins: readonly string[]
  /** The app itself is served over HTTPS. */
  https: boolean
  /** In development React needs eval, and hot reload needs a WebSocket and inline styles. */
  development: boolean
}

/** The style sheet that react-zoom-pan-pinch 4.2.0 adds when it loads, without a nonce. A story fails if it changes. */
const ZOOM_STYLE = "'sha256-/aQdAPrD+kc0v7HnGQTuKBtoP6ZN+lnzOGVJ1Qt6dfw='"

export function contentSecurityPolicy(sources: PolicySources): string {
  const { nonce, serviceOrigin, artifactOrigins, https, development } = sources
  const directives = [
    "default-src 'self'",
    // strict-dynamic allows the SDK, because a script with the nonce adds it.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${development ? "'unsafe-inline'" : `'nonce-${nonce}' ${ZOOM_STYLE}`}`,
    `img-src 'self' data: ${artifactOrigins.join(' ')}`,
    "font-src 'self'",
    `connect-src 'self'${development ? ' ws:' : ''}`,
    `frame-src ${serviceOrigin}`,
    // If the SDK is blocked, a form post to the service starts the flow.
    `form-action 'self' ${serviceOrigin}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  if (https) directives.push('upgrade-insecure-requests')
  return directives.join('; ')
}

/**
 * Only the hosted flow uses the camera, but a page can only delegate a permission that it has itself, so Chromium requires
 * `self` as well.
 */
export const permissionsPolicy = (serviceOrigin: string): string =>
  [
    `camera=(self "${serviceOrigin}")`,
    'microphone=()',
    'geolocation=()',
    'payment=()',
    'usb=()',
    'browsing-topics=()',
  ].join(', ')
