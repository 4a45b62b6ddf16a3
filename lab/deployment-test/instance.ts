// One instance of the standalone build, as a deployment runs it: `node server.js` with its environment.
import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ROOT } from '../../scripts/settings.ts'

const READY_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 30_000

export interface Instance {
  port: number
  /** Resolves when `/api/health/ready` answers 200. */
  start(): Promise<void>
  /** SIGTERM. @returns the exit code, and how long it took to end */
  stop(): Promise<{ exitCode: number | null; stopMs: number }>
  kill(): void
}

export function createInstance(
  port: number,
  env: Record<string, string>,
  logFolder: string,
): Instance {
  let child: ChildProcess | undefined
  const log = createWriteStream(join(logFolder, `instance-${port}.log`), { mode: 0o600 })

  async function start(): Promise<void> {
    const starting = spawn(process.execPath, ['server.js'], {
      cwd: join(ROOT, '.next/standalone'),
      env: { ...env, NODE_ENV: 'production', PORT: String(port), HOSTNAME: '127.0.0.1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = starting
    starting.stdout.pipe(log, { end: false })
    starting.stderr.pipe(log, { end: false })
    const deadline = Date.now() + READY_TIMEOUT_MS
    while (!(await isReady(port))) {
      if (starting.exitCode !== null) throw new Error(`instance ${port} ended: see its log`)
      if (Date.now() > deadline) throw new Error(`instance ${port} was not ready in time`)
      await delay(100)
    }
  }

  async function stop() {
    const stopping = child
    if (!stopping || stopping.exitCode !== null) return { exitCode: null, stopMs: 0 }
    const startedAt = performance.now()
    const ended = new Promise<number | null>((resolve) => stopping.once('exit', resolve))
    stopping.kill('SIGTERM')
    const timer = setTimeout(() => stopping.kill('SIGKILL'), STOP_TIMEOUT_MS)
    const exitCode = await ended
    clearTimeout(timer)
    return { exitCode, stopMs: Math.round(performance.now() - startedAt) }
  }

  return { port, start, stop, kill: () => child?.kill('SIGKILL') }
}

async function isReady(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/health/ready`)
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}
