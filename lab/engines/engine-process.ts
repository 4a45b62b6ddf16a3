/** Starts a browser or its driver with everything it starts, and ends them together. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const START_TIMEOUT_MS = 60_000
const POLL_MS = 100

export interface EngineProcess {
  /** The match of the awaited line. */
  said: readonly string[]
  /** Resolves when this is true. It may throw before. @throws after a minute, with what the process printed */
  until: (isTrue: () => Promise<boolean>) => Promise<void>
  stop: () => Promise<void>
}

/** @returns the path of the first of these that is installed */
export function findProgram(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names
    .flatMap((name) => (isAbsolute(name) ? [name] : folders.map((folder) => join(folder, name))))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

/** @param ready a line that it prints when it can be used; null if it prints none */
export async function startEngine(
  program: string,
  args: string[],
  ready: RegExp | null,
  env: Record<string, string>,
): Promise<EngineProcess> {
  // In a group of its own, because it starts others.
  const child = spawn(program, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const until = async (isTrue: () => Promise<boolean>) => {
    const endsAt = Date.now() + START_TIMEOUT_MS
    while (!(await isTrue().catch(() => false))) {
      if (hasEnded() || Date.now() > endsAt)
        throw new Error(`${program} does not start:\n${output}`)
      await delay(POLL_MS)
    }
  }
  const stop = async () => {
    process.off('exit', kill)
    if (hasEnded()) return
    const ended = once(child, 'exit')
    kill()
    await ended
  }
  const kill = () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
  }
  process.once('exit', kill)
  let said: string[] = []
  await until(async () => {
    said = (ready ?? /^/).exec(output) ?? []
    return said.length > 0
  })
  return { said, until, stop }
}
