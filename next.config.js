// Build-time settings. `proxy.ts` sets the headers that depend on the environment or the request.
import { realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import createNextIntlPlugin from 'next-intl/plugin'

/** @type {import('next').NextConfig['headers']} */
const headers = async () => [
  {
    source: '/:path*',
    headers: [
      { key: 'X-Content-Type-Options', value: 'nosniff' },
      { key: 'X-Frame-Options', value: 'DENY' },
      { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
    ],
  },
  {
    // next-auth has its own pages here, without scripts. `proxy.ts` sets the policy of all other pages.
    source: '/api/:path*',
    headers: [
      {
        key: 'Content-Security-Policy',
        value:
          "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      },
    ],
  },
]

/** @type {import('next').NextConfig} */
const config = {
  // The Dockerfile builds the standalone folder, which `next start` can't run.
  output: process.env.BUILD_OUTPUT === 'standalone' ? 'standalone' : undefined,
  outputFileTracingRoot: import.meta.dirname,
  // We don't use next/image. Its route would make internal requests for anyone, and its library would be half of the deployment.
  images: { unoptimized: true },
  outputFileTracingExcludes: { '*': ['node_modules/sharp/**', 'node_modules/@img/**'] },
  poweredByHeader: false,
  // Leaves out the tests, because their type errors must not stop a release or a demo. `npm run check` finds those.
  typescript: { tsconfigPath: 'tsconfig.build.json' },
  // In development, a timer calls this route once a second.
  logging: { incomingRequests: { ignore: [/^\/api\/cron\//] } },
  // pg and pino have native or dynamic parts that can't be bundled. Bundling zod takes a sixth of the build's time.
  serverExternalPackages: ['pg', 'pino', 'zod'],
  headers,
  experimental: {
    // After edits and a restart, pages from this cache reload forever.
    turbopackFileSystemCacheForDev: false,
    // Writing this cache takes a fifth of the first build, for which people wait.
    turbopackFileSystemCacheForBuild: false,
    // Nobody downloads the server's code. Without minification, stack traces are readable and the build takes a tenth less.
    serverMinification: false,
    // The largest application form has 8 KiB. Parsing a megabyte of nested arrays would take React half a second.
    serverActions: { bodySizeLimit: '32kb' },
    // Next buffers this much of a body for `proxy.ts`, and drops the rest. It must be more than `bodySizeLimit`, or a body that is too
    // large would look damaged.
    proxyClientMaxBodySize: '64kb',
  },
}

const withMessages = createNextIntlPlugin({
  requestConfig: './lib/http/locale.ts',
  // Compiles messages at build time. Otherwise every page with client-side texts ships the message parser.
  experimental: {
    messages: { path: './messages', format: 'json', locales: 'infer', precompile: true },
  },
})

/** The key becomes part of the build. The next build needs the same key to read forms from this build. */
function checkActionKey() {
  const name = 'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY'
  const key = process.env[name] ?? ''
  const bytes = Buffer.from(key, 'base64')
  if (bytes.toString('base64') === key && [16, 24, 32].includes(bytes.length)) return
  const isOptional = key === '' && process.env.BUILD_OUTPUT !== 'standalone'
  const problem = key
    ? 'must be 16, 24 or 32 bytes in Base64'
    : `is missing${isOptional ? ': for a try only' : ''}`
  console.error(
    `${name} ${problem}. Make one with \`openssl rand -base64 32\`, and keep it with your other secrets: every build of a deployment needs the same one, or open forms have to be sent again (docs/deploying.md, Releases).`,
  )
  if (!isOptional) process.exit(1)
}

/** Turbopack doesn't follow links out of the project, and its own error names only a file deep inside. */
function checkPackages() {
  const folder = join(import.meta.dirname, 'node_modules')
  const real = realpathSync(folder)
  if (real.startsWith(import.meta.dirname + sep)) return
  console.error(
    `node_modules is a symbolic link to ${real}, which Next can't build with: remove the link and run npm ci here.`,
  )
  process.exit(1)
}

if (process.argv[2] === 'build') checkActionKey()
if (process.argv[2] === 'build' || process.env.NODE_ENV === 'development') checkPackages()

export default withMessages(config)
