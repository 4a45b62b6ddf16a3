/** The Content-Security-Policy and Permissions-Policy of every page. `proxy.ts` sets them, with a fresh nonce per request. */

interface PolicySources {
  nonce: string
  /** Origins of the hosted flow (F2), which need not be the SDK's (N19). */
  flowOrigins: readonly string[]
  /** Origins of document images, possibly other hosts than the service's (N20). */
  artifactOrigins: readonly string[]
  /** The app itself is served over HTTPS. */
  https: boolean
  /** In development React needs eval, and hot reload needs a WebSocket and inline styles. */
  development: boolean
}

/**
 * The style sheet that react-zoom-pan-pinch 4.2.0 adds when it loads, without a nonce: first empty, then with its text. A
 * story fails if they change.
 */
const ZOOM_STYLE = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-/aQdAPrD+kc0v7HnGQTuKBtoP6ZN+lnzOGVJ1Qt6dfw='",
].join(' ')

export function contentSecurityPolicy(sources: PolicySources): string {
  const { nonce, flowOrigins, artifactOrigins, https, development } = sources
  const directives = [
    "default-src 'self'",
    // strict-dynamic allows the SDK, because a script with the nonce adds it.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${development ? "'unsafe-inline'" : `'nonce-${nonce}' ${ZOOM_STYLE}`}`,
    `img-src 'self' data: ${artifactOrigins.join(' ')}`,
    "font-src 'self'",
    `connect-src 'self'${development ? ' ws:' : ''}`,
    `frame-src ${flowOrigins.join(' ')}`,
    // A form post to the flow starts it by redirect, or if the SDK is blocked.
    `form-action 'self' ${flowOrigins.join(' ')}`,
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
export const permissionsPolicy = (flowOrigins: readonly string[]): string =>
  [
    `camera=(${['self', ...flowOrigins.map((origin) => `"${origin}"`)].join(' ')})`,
    'microphone=()',
    'geolocation=()',
    'payment=()',
    'usb=()',
    'browsing-topics=()',
  ].join(', ')
