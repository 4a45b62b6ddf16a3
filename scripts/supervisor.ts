// Starts, watches and stops the long-lived processes of the demo, development, tests and benchmarks. Each has its own session,
// so a terminal's Ctrl-C only reaches the supervisor, which stops them in order. Each has a channel to the supervisor and
// exits if the supervisor is killed (exit-with-parent.mjs). run-tool.ts runs programs that exit on their own.
import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { ROOT } from './settings.ts'

const READY_TIMEOUT_MS = 120_000
const READY_POLL_MS = 100
const KEPT_LINES = 20
const EXIT_WITH_PARENT = pathToFileURL(join(import.meta.dirname, 'exit-with-parent.mjs')).href

/** What to run: arguments for Node, from the project's root. */
export type Program = { name: string; args: string[]; env: Record<string, string> }
/**
 * A line of the output and, if given, a URL that answers 200. The URL isn't enough, because another program on the same port
 * might answer.
 */
export type Readiness = { line: RegExp; url?: string }
export type Supervisor = {
  /** Runs a program until it exits. Rejects with ProcessFailedError unless it exits with 0. */
  run: (program: Program) => Promise<void>
  /** Starts a long-lived program and resolves with its pid once it is ready. Rejects with ProcessFailedError. */
  start: (program: Program, readiness: Readiness) => Promise<number>
  /** Resolves when a started program exits without having been stopped. */
  crashed: Promise<ProcessFailedError>
  /** Stops one program and its descendants. @returns how it ended, such as `ended with exit code 0` */
  stopOne: (pid: number) => Promise<string>
  /** Stops everything in reverse order of starting. A second call waits for the first. */
  stop: () => Promise<void>
}
type SupervisorOptions = {
  /** Each program's output goes to `<name>.log` here. */
  logFolder: string
  /** The project's root, unless given. */
  cwd?: string
  /** How long a program may take to exit after SIGTERM. */
  stopGraceMs?: number
  /** Called with each line of output. */
  onLine?: (name: string, line: string) => void
}

export class ProcessFailedError extends Error {
  override name = 'ProcessFailedError'
  constructor(
    program: string,
    what: string,
    readonly lastLines: readonly string[],
  ) {
    super([`${program} ${what}`, ...lastLines.map((line) => `  ${line}`)].join('\n'))
  }
}

type Running = {
  child: ChildProcess
  ended: Promise<string>
  lastLines: string[]
  isStopping: boolean
}

export function createSupervisor({
  logFolder,
  onLine,
  cwd = ROOT,
  stopGraceMs = 10_000,
}: SupervisorOptions): Supervisor {
  const running: Running[] = []
  let stopping: Promise<void> | undefined
  let reportCrash: (error: ProcessFailedError) => void = () => {}
  const crashed = new Promise<ProcessFailedError>((resolve) => {
    reportCrash = resolve
  })

  function launch(program: Program, seeLine: (line: string) => void = () => {}): Running {
    if (stopping !== undefined)
      throw new ProcessFailedError(program.name, 'was not started: stopping', [])
    mkdirSync(logFolder, { recursive: true })
    const log = createWriteStream(join(logFolder, `${program.name}.log`), { mode: 0o600 })
    const child = spawn(process.execPath, [`--import=${EXIT_WITH_PARENT}`, ...program.args], {
      cwd,
      env: {
        ...program.env,
        NODE_ENV: program.env.NODE_ENV === 'development' ? 'development' : 'production',
        SUPERVISED: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    })
    const lastLines: string[] = []
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue
      createInterface({ input: stream }).on('line', (line) => {
        log.write(`${line}\n`)
        lastLines.push(line)
        if (lastLines.length > KEPT_LINES) lastLines.shift()
        onLine?.(program.name, line)
        seeLine(line)
      })
    }
    const ended = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(`could not be started: ${error.message}`))
      // A surviving descendant would keep the output open, and 'close' would never be emitted.
      child.once('exit', () => signalGroup(child, 'SIGKILL'))
      child.once('close', (code, signal) => {
        log.end()
        resolve(`ended with ${signal ?? `exit code ${code}`}`)
      })
    })
    const entry = { child, ended, lastLines, isStopping: false }
    running.push(entry)
    void ended.then(() => running.splice(running.indexOf(entry), 1))
    return entry
  }

  async function run(program: Program): Promise<void> {
    const { ended, lastLines } = launch(program)
    const what = await ended
    if (what !== 'ended with exit code 0')
      throw new ProcessFailedError(program.name, what, lastLines)
  }

  async function start(program: Program, readiness: Readiness): Promise<number> {
    let sawLine = false
    const entry = launch(program, (line) => {
      if (readiness.line.test(line)) sawLine = true
    })
    let hasEnded = false
    void entry.ended.then((what) => {
      hasEnded = true
      if (!entry.isStopping) {
        reportCrash(new ProcessFailedError(program.name, what, entry.lastLines))
      }
    })
    const isReady = async () =>
      sawLine && (readiness.url === undefined || (await answersOk(readiness.url)))
    const deadline = Date.now() + READY_TIMEOUT_MS
    while (!(await isReady())) {
      if (hasEnded) throw new ProcessFailedError(program.name, await entry.ended, entry.lastLines)
      if (Date.now() > deadline) {
        throw new ProcessFailedError(
          program.name,
          `was not ready after ${READY_TIMEOUT_MS / 1000} s`,
          entry.lastLines,
        )
      }
      await delay(READY_POLL_MS)
    }
    return entry.child.pid ?? 0
  }

  async function stopEntry(entry: Running): Promise<string> {
    entry.isStopping = true
    signalGroup(entry.child, 'SIGTERM')
    const timer = setTimeout(() => signalGroup(entry.child, 'SIGKILL'), stopGraceMs)
    const how = await entry.ended
    clearTimeout(timer)
    return how
  }

  async function stopAll(): Promise<void> {
    for (const entry of running) entry.isStopping = true
    for (const entry of [...running].reverse()) await stopEntry(entry)
  }

  return {
    run,
    start,
    crashed,
    stopOne: async (pid) => {
      const entry = running.find(({ child }) => child.pid === pid)
      return entry ? stopEntry(entry) : 'has ended already'
    },
    stop: () => {
      stopping ??= stopAll()
      return stopping
    },
  }
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    // A detached child leads a process group with its descendants. Windows has no process groups.
    if (process.platform === 'win32') child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // It has exited already.
  }
}

async function answersOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}
