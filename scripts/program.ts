// Runs a program that ends with this process, even if this process is killed. The program's children end with it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { CommandError, ROOT } from './settings.ts'

const READY_TIMEOUT_MS = 180_000
const STOP_TIMEOUT_MS = 15_000
const KEPT_LINES = 30
/** How many of the last lines an error quotes. */
const QUOTED_LINES = 15

/** Watchdog: kills the process group when fd 3, held by this process, closes. `exec` gives the program the shell's pid. */
const WITH_PARENT = '( (read -r _; kill -s "$0" -- -$$) <&3 >/dev/null 2>&1 & ); exec "$@" 3<&-'

export interface ProgramOptions {
  /** The complete environment; nothing is inherited. */
  env?: NodeJS.ProcessEnv
  /** By default the project's root. */
  cwd?: string
  /** Called for each line of output. */
  onLine?: (line: string) => void
  /** Whether errors quote the last lines. By default, unless somebody at a terminal has just read them. */
  quotes?: boolean
  /** The signal that the watchdog sends when this process has ended. */
  lastSignal?: 'KILL' | 'INT'
  /** The user that runs it. */
  uid?: number | undefined
}

export class Program {
  /** Resolves when the program has exited and its output is closed. */
  readonly ended: Promise<void>
  /** The last lines of its output. */
  readonly lines: string[] = []
  readonly #child: ChildProcess
  readonly #quotes: boolean

  /** @param name names the program in errors */
  constructor(
    readonly name: string,
    command: readonly string[],
    {
      env = process.env,
      cwd = ROOT,
      onLine,
      quotes = onLine === undefined || !process.stdout.isTTY,
      lastSignal = 'KILL',
      uid,
    }: ProgramOptions = {},
  ) {
    this.#quotes = quotes
    this.#child = spawn('/bin/sh', ['-c', WITH_PARENT, lastSignal, ...command], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      // A separate session: Ctrl-C then reaches only this process, which stops its programs in order.
      detached: true,
      ...(uid !== undefined && { uid, gid: uid }),
    })
    const { stdout, stderr } = this.#child
    const outputs = [stdout, stderr].flatMap((input) => (input ? createInterface({ input }) : []))
    for (const output of outputs)
      output.on('line', (line) => {
        this.lines.splice(0, this.lines.push(line) - KEPT_LINES)
        onLine?.(line)
      })
    const closed = outputs.map((output) => once(output, 'close'))
    this.ended = once(this.#child, 'exit').then(async () => {
      this.#letGo()
      await Promise.all(closed)
    })
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** The exit code or signal; null while it runs. */
  get ending(): string | null {
    const { exitCode, signalCode } = this.#child
    return signalCode ?? (exitCode === null ? null : `exit code ${exitCode}`)
  }

  /** Waits for a successful exit. @throws if the program fails */
  async succeed(): Promise<void> {
    await this.ended
    if (this.#child.exitCode !== 0) throw this.failure(`ended with ${this.ending}`)
  }

  /** Waits until this URL answers, bypassing any proxy. @throws with the reason if the program ends, or at the deadline */
  async answers(url: string): Promise<void> {
    const endsAtMs = Date.now() + READY_TIMEOUT_MS
    for (;;) {
      const answer = await look(url)
      if (this.ending !== null) await this.#fail()
      if (answer === 'ready') return
      if (Date.now() > endsAtMs)
        throw this.failure(`wasn't ready after three minutes: ${url} gave ${answer}`)
      await delay(50)
    }
  }

  /** Waits for a line of output. @throws if the program ends first */
  async says(pattern: RegExp): Promise<void> {
    while (!this.lines.some((line) => pattern.test(line))) {
      if (this.ending !== null) await this.#fail()
      await delay(20)
    }
  }

  /** Sends a signal to the program only, not to its group. */
  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  /** Resolves when the program has ended. Kills the rest of its group after a grace period. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.ending === null) this.signal(signal)
    await Promise.race([this.ended, delay(STOP_TIMEOUT_MS, undefined, { ref: false })])
    this.#letGo()
    await this.ended
  }

  failure(what: string): Error {
    const output = this.#quotes ? `:\n${this.lines.slice(-QUOTED_LINES).join('\n')}` : '.'
    return new CommandError(`The ${this.name} ${what}${output}`)
  }

  async #fail(): Promise<never> {
    await this.ended
    throw this.failure(`ended with ${this.ending}`)
  }

  #letGo(): void {
    this.#child.stdio[3]?.destroy()
  }
}

/** Uses a separate agent, so that no proxy from the environment gets the request. */
function look(url: string): Promise<string> {
  return new Promise((resolve) => {
    const request = get(url, { agent: new Agent(), timeout: 20_000 }, (response) => {
      response.resume()
      const { statusCode = 0 } = response
      resolve(statusCode < 500 ? 'ready' : `status ${statusCode}`)
    })
    request.on('timeout', () => request.destroy(new Error('no answer')))
    request.on('error', (error) => resolve(error.message || error.name))
  })
}
