/** The Content-Security-Policy and Permissions-Policy of every page. `proxy.ts` sets them, with a new nonce for each request. */

interface PolicySources {
  nonce: string
  /** Origins of the hosted flow (F2), which may differ from the SDK's (N19). */
  flowOrigins: readonly string[]
  /** Origins of document images, which may be other hosts than the service's (N20). */
  artifactOrigins: readonly string[]
  /** Whether the app is served over HTTPS. */
  https: boolean
  /** Whether this is the development server: React then needs eval, and hot reload needs a WebSocket and inline styles. */
  development: boolean
}

/**
 * react-zoom-pan-pinch 4.2.0 adds a style sheet without a nonce, first empty and then with its text. These are the hashes of both. A
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
    // strict-dynamic allows the SDK, because a script with the nonce loads it.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${development ? "'unsafe-inline'" : `'nonce-${nonce}' ${ZOOM_STYLE}`}`,
    `img-src 'self' data: ${artifactOrigins.join(' ')}`,
    "font-src 'self'",
    `connect-src 'self'${development ? ' ws:' : ''}`,
    `frame-src ${flowOrigins.join(' ')}`,
    // A form post starts the flow by redirect, also if the SDK is blocked.
    `form-action 'self' ${flowOrigins.join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  if (https) directives.push('upgrade-insecure-requests')
  return directives.join('; ')
}

/** Only the hosted flow uses the camera. `self` is listed too, because a page can only delegate a permission that it has itself. */
export const permissionsPolicy = (flowOrigins: readonly string[]): string =>
  [
    `camera=(${['self', ...flowOrigins.map((origin) => `"${origin}"`)].join(' ')})`,
    'microphone=()',
    'geolocation=()',
    'payment=()',
    'usb=()',
    'browsing-topics=()',
  ].join(', ')
