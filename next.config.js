// What Next needs to know at build time. Headers that depend on the environment or the request are in proxy.ts.

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
  // `npm run build` makes the folder that a deployment runs; `next start`, which the demo runs, needs the other form.
  output: process.env.BUILD_OUTPUT === 'standalone' ? 'standalone' : undefined,
  outputFileTracingRoot: import.meta.dirname,
  // Of next/image, which nothing here uses: it would be half of what is deployed.
  outputFileTracingExcludes: { '*': ['node_modules/sharp/**', 'node_modules/@img/**'] },
  poweredByHeader: false,
  // The application's own files: a mistake in a test is for `npm run check`, and stops no demo and no deployment.
  typescript: { tsconfigPath: 'tsconfig.app.json' },
  // Their native or dynamic parts do not survive bundling.
  serverExternalPackages: ['@node-rs/argon2', 'pg', 'pino'],
  headers,
  // With it, editing files, stopping and starting `npm run dev` again leaves pages that reload for ever.
  experimental: { turbopackFileSystemCacheForDev: false },
}

export default config
