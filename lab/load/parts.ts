// What every test and benchmark is made of: parts that can be ended and started again and again, each time with a log of its own.
import { chmodSync, createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../scripts/ports.ts'
import { Program, type ProgramOptions } from '../../scripts/program.ts'
import { ROOT } from '../../scripts/settings.ts'

export const NODE = process.execPath

/** For data and logs. */
export const FOLDER = mkdtempSync(join(tmpdir(), 'lab-'))
export const LOGS = join(FOLDER, 'logs')
mkdirSync(LOGS)
// If we're root, PostgreSQL runs as another user, which needs access.
chmodSync(FOLDER, 0o755)

/** A tool as it is installed. A build needs its own, or there are two Reacts. */
export const bin = (tool: string, folder = ROOT): string => join(folder, 'node_modules/.bin', tool)

export interface Part {
  name: string
  /** Resolves when it is ready. */
  start(): Promise<void>
  /** Resolves when it has ended. */
  end(signal: NodeJS.Signals): Promise<void>
}

/** In the order of their first starts. */
export const started = new Set<Part>()

/** Those that others need last. */
export async function stopAll(): Promise<void> {
  for (const part of [...started].reverse()) await part.end('SIGTERM')
}

/** Stops everything that `work` has started, prints the problems that it returns, and ends the process. */
export async function run(work: () => Promise<string[]>): Promise<never> {
  const problems = await work().catch((error) => [
    error instanceof Error ? (error.stack ?? error.message) : String(error),
  ])
  await stopAll()
  for (const problem of problems) console.log(`✗ ${problem}`)
  if (problems.length > 0 && started.size > 0)
    console.log(`The processes' logs and data are in ${FOLDER}`)
  else rmSync(FOLDER, { recursive: true, force: true })
  process.exit(problems.length === 0 ? 0 : 1)
}

/** One log for each start, because the end of a log explains a crash. */
let starts = 0

export class ProgramPart implements Part {
  #program: Program | undefined

  constructor(
    readonly name: string,
    private readonly options: () => ProgramOptions & { command: readonly string[] },
    private readonly isReady: (program: Program) => Promise<void>,
  ) {}

  async start(): Promise<void> {
    started.add(this)
    const log = createWriteStream(join(LOGS, `${++starts}-${this.name}.log`))
    const { command, ...options } = this.options()
    const onLine = (line: string) => log.write(`${line}\n`)
    this.#program = new Program(this.name, command, { ...options, onLine })
    this.#program.ended.then(() => log.end())
    await this.isReady(this.#program)
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    await this.#program?.stop(signal)
  }

  /** Sends a signal, and waits for nothing. */
  signal(signal: NodeJS.Signals): void {
    this.#program?.signal(signal)
  }
}

export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await findFreePort())
  return [...ports]
}
