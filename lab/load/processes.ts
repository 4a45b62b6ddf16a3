// Starts programs, each in its own process group, waits until they are ready, and ends them. They end with this process.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

export const ROOT = join(import.meta.dirname, '../..')
const START_TIMEOUT_MS = 180_000
const STOP_TIMEOUT_MS = 30_000

export interface ProgramOptions {
  /** Names its logs, in the folder `logs` of this folder. */
  name: string
  folder: string
  command: readonly [string, ...string[]]
  env?: Record<string, string>
  /** The project's root by default. It may change between starts. */
  cwd?: () => string
  /** The user to run it as. */
  uid?: number | undefined
  /** It is ready when its output matches, */
  ready?: RegExp
  /** and when this URL answers 200. */
  url?: string
}

/** Something that can be started and ended, again and again. */
export interface Startable {
  name: string
  /** Resolves when it is ready. */
  start(): Promise<void>
  /** Resolves when it has ended. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) signalGroup(child, 'SIGTERM')
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => process.exit(1))

let starts = 0

export class Program implements Startable {
  readonly name: string
  #child: ChildProcess | undefined
  #output = ''

  constructor(private readonly options: ProgramOptions) {
    this.name = options.name
  }

  /** @throws with the last lines of its output if it ends or isn't ready in time */
  async start(): Promise<void> {
    const { ready = /^/, url } = this.options
    const child = this.#launch()
    const endsAtMs = Date.now() + START_TIMEOUT_MS
    while (!ready.test(this.#output) || (url && !(await answers(url)))) {
      if (!running.has(child) || Date.now() > endsAtMs) throw this.#failure('did not start')
      await delay(50)
    }
  }

  /** Runs it to its end. @throws with the last lines of its output if it fails */
  async run(): Promise<void> {
    const child = this.#launch()
    if (running.has(child)) await once(child, 'close')
    if (child.exitCode !== 0) throw this.#failure('failed')
  }

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#child
    if (!child || !running.has(child)) return
    const late = setTimeout(() => signalGroup(child, 'SIGKILL'), STOP_TIMEOUT_MS)
    const closed = once(child, 'close')
    signalGroup(child, signal)
    await closed
    clearTimeout(late)
  }

  /** Sends a signal to the process alone. */
  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal)
  }

  #launch(): ChildProcess {
    const { name, folder, command, env = {}, cwd = () => ROOT, uid } = this.options
    const logs = join(folder, 'logs')
    mkdirSync(logs, { recursive: true })
    // One log for each start, because the end of a log explains a crash.
    const log = createWriteStream(join(logs, `${++starts}-${name}.log`))
    const [file, ...args] = command
    const child = spawn(file, args, {
      cwd: cwd(),
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      ...(uid !== undefined && { uid, gid: uid }),
    })
    this.#child = child
    this.#output = ''
    running.add(child)
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        log.write(chunk)
        this.#output = (this.#output + chunk).slice(-10_000)
      })
    child.once('error', (error) => {
      this.#output += error.message
      running.delete(child)
    })
    child.once('close', () => {
      running.delete(child)
      log.end()
    })
    return child
  }

  #failure(what: string): Error {
    return new Error(`${this.name} ${what}:\n${this.#output.split('\n').slice(-30).join('\n')}`)
  }
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
