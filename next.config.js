// Build-time settings. Headers that depend on the environment or the request are in proxy.ts.
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
    // next-auth has pages of its own here, without scripts. `proxy.ts` sets the policy of all other pages.
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
  // The Dockerfile's build makes the standalone folder; `next start` can't run it.
  output: process.env.BUILD_OUTPUT === 'standalone' ? 'standalone' : undefined,
  outputFileTracingRoot: import.meta.dirname,
  // next/image isn't used. Its route would make internal requests for anyone, and its library would be half of the deployment.
  images: { unoptimized: true },
  outputFileTracingExcludes: { '*': ['node_modules/sharp/**', 'node_modules/@img/**'] },
  poweredByHeader: false,
  // Without the tests, whose type errors must not stop a release or a demo. `npm run check` finds those.
  typescript: { tsconfigPath: 'tsconfig.build.json' },
  // The background work's timer in development, once a second.
  logging: { incomingRequests: { ignore: [/^\/api\/cron\//] } },
  // Native or dynamic parts can't be bundled, and zod takes a sixth of the build's time.
  serverExternalPackages: ['pg', 'pino', 'zod'],
  headers,
  experimental: {
    // After edits and a restart, pages served from this cache reload forever.
    turbopackFileSystemCacheForDev: false,
    // Writing it is a fifth of the first build, which is the one that people wait for.
    turbopackFileSystemCacheForBuild: false,
    // Nobody downloads the server's code: its stack traces stay readable, and the build is a tenth shorter.
    serverMinification: false,
    // The application form takes 4 KiB with its longest note, and 8 KiB with what was entered before. A megabyte of nested arrays
    // would take React half a second.
    serverActions: { bodySizeLimit: '32kb' },
    // Next buffers this much of a body for every request that proxy.ts sees, and drops the rest. It has to be more than an action
    // takes, or a body that is too large would look like a damaged one.
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

/** The key becomes part of a build, and the next build must have the same one to understand forms from this one. */
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

/** Turbopack follows no link that leads out of the project, and says so of a file deep inside. */
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
