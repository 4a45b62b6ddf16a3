/**
 * The Content-Security-Policy and Permissions-Policy of every page: what a page may run, frame, show and post to.
 * Pure, so that a test states what is in it; `proxy.ts` sets it with a fresh nonce for each request.
 */

interface PolicySources {
  nonce: string
  /** Origin of the hosted flow and of the web SDK (F2). */
  serviceOrigin: string
  /** Where document images come from; maybe another host (N20). */
  artifactOrigins: readonly string[]
  /** The app itself is served over HTTPS. */
  https: boolean
  /** React's development build needs eval, and its hot reload a WebSocket and unhashed styles. */
  development: boolean
}

export function contentSecurityPolicy(sources: PolicySources): string {
  const { nonce, serviceOrigin, artifactOrigins, https, development } = sources
  const directives = [
    "default-src 'self'",
    // The SDK's script is added by a script of ours that carries the nonce: strict-dynamic lets it in.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${development ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    `img-src 'self' data: ${artifactOrigins.join(' ')}`,
    "font-src 'self'",
    `connect-src 'self'${development ? ' ws:' : ''}`,
    `frame-src ${serviceOrigin}`,
    // Where the SDK may not run in a frame, the flow is started by posting a form to the service.
    `form-action 'self' ${serviceOrigin}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  if (https) directives.push('upgrade-insecure-requests')
  return directives.join('; ')
}

/**
 * Only the hosted flow asks for the camera. A page can delegate to a frame what it has itself, so `self` must be listed
 * too: without it, Chromium refuses the frame.
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
