// The project's processes: how to start each, and when it is ready.
import type { Program, Readiness } from './supervisor.ts'

export type Mode = 'production' | 'development'
export type Startable = { program: Program; readiness: Readiness }

const TSX = ['--import', 'tsx']
const TSX_WATCH = [
  'node_modules/tsx/dist/cli.mjs',
  'watch',
  '--clear-screen=false',
  // The sandbox's process doesn't import the files that it bundles for the browser.
  '--include=sandbox/**/*.{ts,tsx,css}',
]
const NEXT = 'node_modules/next/dist/bin/next'

/** On DATABASE_PORT, with its data in DATA_DIR. */
export const embeddedDatabase = (env: Record<string, string>): Startable => ({
  program: { name: 'database', args: [...TSX, 'scripts/database/embedded.ts'], env },
  readiness: { line: /^database ready on / },
})

/** A real server instead of the embedded one. */
export const realPostgres = (env: Record<string, string>): Startable => ({
  program: { name: 'database', args: [...TSX, 'scripts/database/real-postgres.ts'], env },
  readiness: { line: /^postgres ready on / },
})

export const sandbox = (env: Record<string, string>, mode: Mode): Startable => ({
  program: {
    name: 'sandbox',
    args: [...(mode === 'development' ? TSX_WATCH : TSX), 'sandbox/main.ts'],
    env: { ...env, SANDBOX_ALLOW_LOOPBACK_HTTP: '1' },
  },
  readiness: { line: /^sandbox ready on / },
})

/** On PORT; ready once its database is. */
export const app = (env: Record<string, string>, mode: Mode): Startable => ({
  program: {
    name: 'app',
    args: [
      NEXT,
      mode === 'development' ? 'dev' : 'start',
      ...['-p', env.PORT ?? '', '-H', env.HOSTNAME ?? '127.0.0.1'],
    ],
    env: { ...env, NODE_ENV: mode },
  },
  readiness: { line: /Ready in/, url: `http://localhost:${env.PORT}/api/health/ready` },
})
