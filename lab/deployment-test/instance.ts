// One instance of the standalone build, as a deployment runs it: `node server.js` with its environment.
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ROOT } from '../../scripts/settings.ts'
import { createSupervisor } from '../../scripts/supervisor.ts'

const STOP_GRACE_MS = 30_000
/** The balancer checks readiness every second. */
const DRAIN_MS = 3_000

export interface Instance {
  port: number
  /** Resolves when `/api/health/ready` answers 200. */
  start(): Promise<void>
  /** Sends SIGTERM. @returns how it ended, and how long that took */
  stop(): Promise<{ how: string; stopMs: number }>
  /** Replaces it as a rolling release does: takes it out of the balancer, stops it, and starts this build. */
  replace(buildFolder: string): Promise<{ how: string; stopMs: number }>
}

export function createInstance(
  port: number,
  env: Record<string, string>,
  logFolder: string,
  buildFolder = join(ROOT, '.next/standalone'),
): Instance {
  const createFor = (cwd: string, name: string) =>
    createSupervisor({ logFolder: join(logFolder, name), cwd, stopGraceMs: STOP_GRACE_MS })
  let supervisor = createFor(buildFolder, 'instances')
  let starts = 0
  let pid = 0
  const instance: Instance = {
    port,
    async start() {
      pid = await supervisor.start(
        {
          name: `instance-${port}-${++starts}`,
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
    async replace(nextFolder) {
      process.kill(pid, 'SIGUSR2')
      await delay(DRAIN_MS)
      const stopped = await instance.stop()
      supervisor = createFor(nextFolder, 'instances')
      await instance.start()
      return stopped
    },
  }
  return instance
}
