// A running program. It ends with this process, however this one ends, and its own processes end with it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { CommandError, ROOT } from './settings.ts'

const READY_TIMEOUT_MS = 180_000
const STOP_TIMEOUT_MS = 15_000
const KEPT_LINES = 30

/** Waits for the other end of its fourth file to close, which is here. The program has the shell's id, and leads a group. */
const WITH_PARENT = '( (read -r _; kill -s "$0" -- -$$) <&3 >/dev/null 2>&1 & ); exec "$@" 3<&-'

export interface ProgramOptions {
  /** The whole environment. */
  env?: NodeJS.ProcessEnv
  /** The project's root by default. */
  cwd?: string
  /** Called for each line of its output. Without it, the last lines become part of the error. */
  onLine?: (line: string) => void
  /** How it ends with this process. */
  lastSignal?: 'KILL' | 'INT'
  /** The user to run it as. */
  uid?: number | undefined
}

export class Program {
  /** Resolves when nothing of it is left. */
  readonly ended: Promise<void>
  /** The last lines of its output. */
  readonly lines: string[] = []
  readonly #child: ChildProcess
  readonly #reports: boolean

  /** @param name for errors */
  constructor(
    readonly name: string,
    command: readonly string[],
    { env = process.env, cwd = ROOT, onLine, lastSignal = 'KILL', uid }: ProgramOptions = {},
  ) {
    this.#reports = onLine === undefined
    this.#child = spawn('/bin/sh', ['-c', WITH_PARENT, lastSignal, ...command], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      // In a session of its own, so that Ctrl-C only reaches this process, which stops its programs in order.
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

  /** How it ended; null while it runs. */
  get ending(): string | null {
    const { exitCode, signalCode } = this.#child
    return signalCode ?? (exitCode === null ? null : `exit code ${exitCode}`)
  }

  /** Runs it to its end. @throws if it fails */
  async succeed(): Promise<void> {
    await this.ended
    if (this.#child.exitCode !== 0) throw this.failure(`ended with ${this.ending}`)
  }

  /** Waits until this URL is answered, by no proxy. @throws with the reason if it ends, or isn't ready in time */
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

  /** Waits for a line. @throws if it ends before */
  async says(pattern: RegExp): Promise<void> {
    while (!this.lines.some((line) => pattern.test(line))) {
      if (this.ending !== null) await this.#fail()
      await delay(20)
    }
  }

  /** Sends a signal to the program alone. */
  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  /** Resolves when it has ended. What is left of it after a while is killed. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.ending === null) this.signal(signal)
    await Promise.race([this.ended, delay(STOP_TIMEOUT_MS, undefined, { ref: false })])
    this.#letGo()
    await this.ended
  }

  failure(what: string): Error {
    const output = this.#reports ? `:\n${this.lines.join('\n')}` : '.'
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

/** With an agent of its own, so that no proxy from the environment gets the call. */
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
