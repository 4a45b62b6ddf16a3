// Build-time settings. Headers that depend on the environment or the request are in proxy.ts.
import createNextIntlPlugin from 'next-intl/plugin'

/** @type {import('next').NextConfig['headers']} */
const headers = async () => [
  {
    source: '/:path*',
    headers: [
      { key: 'X-Content-Type-Options', value: 'nosniff' },
      { key: 'X-Frame-Options', value: 'DENY' },
      { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
      // The hosted flow may open in a popup, which must be able to report back to its opener.
      { key: 'Cross-Origin-Opener-Policy', value: 'same-origin-allow-popups' },
    ],
  },
]

/** @type {import('next').NextConfig} */
const config = {
  // `npm run build` makes the standalone folder for a deployment; `next start`, used by the demo, can't run it.
  output: process.env.BUILD_OUTPUT === 'standalone' ? 'standalone' : undefined,
  outputFileTracingRoot: import.meta.dirname,
  // next/image isn't used. Its route would make internal requests for anyone, and its library would be half of the deployment.
  images: { unoptimized: true },
  outputFileTracingExcludes: { '*': ['node_modules/sharp/**', 'node_modules/@img/**'] },
  poweredByHeader: false,
  // Only the app's files: a type error in a test must not stop a demo or a deployment.
  typescript: {
    tsconfigPath: 'tsconfig.app.json',
    // Only the demo's build skips type checks, to save a presenter the wait. `npm run check` and a deployment's build run them.
    ignoreBuildErrors: process.env.SKIP_TYPE_CHECK === '1',
  },
  // These have native or dynamic parts that can't be bundled.
  serverExternalPackages: ['@node-rs/argon2', 'pg', 'pino'],
  headers,
  // Otherwise Next hides the router's headers from proxy.ts, which refuses the ones that Next can't read.
  skipProxyUrlNormalize: true,
  experimental: {
    // After edits and a restart, pages served from this cache reload forever.
    turbopackFileSystemCacheForDev: false,
    // Next buffers this much of a body for every request that proxy.ts sees, and drops the rest. The default is 10 MB. The largest
    // body that a page accepts is 64 KiB (lib/action-request.ts); the proxy must see when one is larger.
    proxyClientMaxBodySize: '256kb',
  },
}

export default createNextIntlPlugin({
  requestConfig: './lib/request-messages.ts',
  // Compiles messages at build time. Otherwise every page with client-side texts ships the message parser.
  experimental: {
    messages: { path: './messages', format: 'json', locales: 'infer', precompile: true },
  },
})(config)
