// Starts programs, each in its own process group, waits until they are ready, and ends them. They end with this process.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

export const ROOT = join(import.meta.dirname, '../..')
const START_TIMEOUT_MS = 180_000
const STOP_TIMEOUT_MS = 30_000

export interface Program {
  /** Names its log. */
  name: string
  command: readonly [string, ...string[]]
  env?: Record<string, string>
  /** The project's root by default. */
  cwd?: string
  /** The user to run it as. */
  uid?: number | undefined
  /** It is ready when its output matches, */
  ready: RegExp
  /** and when this URL answers 200. */
  url?: string
}

export interface Running {
  pid: number
  /** Resolves when the process has ended. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) signalGroup(child, 'SIGTERM')
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => process.exit(1))

let starts = 0

/** @throws with the last lines of its output if it ends or isn't ready in time */
export async function start(program: Program, logFolder: string): Promise<Running> {
  const { name, ready, url } = program
  const { child, readOutput } = launch(program, logFolder)
  const endsAtMs = Date.now() + START_TIMEOUT_MS
  while (!ready.test(readOutput()) || (url && !(await answers(url)))) {
    if (!running.has(child) || Date.now() > endsAtMs)
      throw new Error(`${name} did not start:\n${lastLines(readOutput())}`)
    await delay(50)
  }
  return { pid: child.pid ?? 0, end: (signal) => end(child, signal) }
}

/** Runs a program to its end. @throws with the last lines of its output if it fails */
export async function run(program: Omit<Program, 'ready'>, logFolder: string): Promise<void> {
  const { child, readOutput } = launch({ ...program, ready: /^/ }, logFolder)
  if (running.has(child)) await once(child, 'close')
  if (child.exitCode !== 0) throw new Error(`${program.name} failed:\n${lastLines(readOutput())}`)
}

function launch({ name, command, env = {}, cwd = ROOT, uid }: Program, logFolder: string) {
  mkdirSync(logFolder, { recursive: true })
  // One log for each start, because the end of a log explains a crash.
  const log = createWriteStream(join(logFolder, `${++starts}-${name}.log`))
  const [file, ...args] = command
  const child = spawn(file, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...(uid !== undefined && { uid, gid: uid }),
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      log.write(chunk)
      output = (output + chunk).slice(-10_000)
    })
  child.once('error', (error) => {
    output += error.message
    running.delete(child)
  })
  child.once('close', () => {
    running.delete(child)
    log.end()
  })
  return { child, readOutput: () => output }
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (!running.has(child)) return
  const late = setTimeout(() => signalGroup(child, 'SIGKILL'), STOP_TIMEOUT_MS)
  const closed = once(child, 'close')
  signalGroup(child, signal)
  await closed
  clearTimeout(late)
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch {
    // It has ended by itself.
  }
}

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

const lastLines = (output: string) => output.split('\n').slice(-30).join('\n')
