/** Starts a browser or its driver, and stops it together with every process that it has started. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { until } from '../load/until.ts'

const START_TIMEOUT_MS = 60_000
const POLL_MS = 200

export interface EngineProcess {
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

/**
 * @param look checks the engine, given its output so far; returns null until it is ready
 * @throws an error with its output if it ends first, or isn't ready within a minute
 */
export async function startEngine<Found>(
  program: string,
  args: string[],
  env: Record<string, string>,
  look: (output: string) => Promise<Found | null>,
): Promise<EngineProcess & { found: Found }> {
  // In its own process group, because it starts other processes.
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
  const stop = async () => {
    if (hasEnded()) return
    const ended = once(child, 'exit')
    kill()
    await ended
  }
  const kill = () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
  }
  process.once('exit', kill)
  const patience = { endsAtMs: Date.now() + START_TIMEOUT_MS, longestWaitMs: POLL_MS }
  child.once('exit', () => {
    process.off('exit', kill)
    patience.endsAtMs = 0
  })
  const found = await until(`${program} has started`, () => look(output), patience).catch(
    (cause: unknown) => {
      throw new Error(`${program} did not start:\n${output}`, { cause })
    },
  )
  return { found, stop }
}
