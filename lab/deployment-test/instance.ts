// One instance of the standalone build, as a deployment runs it: `node server.js` with its environment.
import { join } from 'node:path'
import { ROOT } from '../../scripts/settings.ts'
import { createSupervisor } from '../../scripts/supervisor.ts'

const STOP_GRACE_MS = 30_000

export interface Instance {
  port: number
  /** Resolves when `/api/health/ready` answers 200. */
  start(): Promise<void>
  /** SIGTERM. @returns how it ended, and how long that took */
  stop(): Promise<{ how: string; stopMs: number }>
}

export function createInstance(
  port: number,
  env: Record<string, string>,
  logFolder: string,
): Instance {
  const supervisor = createSupervisor({
    logFolder,
    cwd: join(ROOT, '.next/standalone'),
    stopGraceMs: STOP_GRACE_MS,
  })
  let pid = 0
  return {
    port,
    async start() {
      pid = await supervisor.start(
        {
          name: `instance-${port}`,
          args: ['server.js'],
          env: { ...env, PORT: String(port), HOSTNAME: '127.0.0.1' },
        },
        { line: /Ready in/, url: `http://127.0.0.1:${port}/api/health/ready` },
      )
    },
    async stop() {
      const startedAt = performance.now()
      const how = await supervisor.stopOne(pid)
      return { how, stopMs: Math.round(performance.now() - startedAt) }
    },
  }
}
