// Building blocks of every test and benchmark: programs that can be stopped and restarted, each run with its own log.
import { chmodSync, createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../scripts/ports.ts'
import { Program, type ProgramOptions } from '../../scripts/program.ts'
import { ROOT } from '../../scripts/settings.ts'

export const NODE = process.execPath

export const FOLDER = mkdtempSync(join(tmpdir(), 'lab-'))
export const LOGS = join(FOLDER, 'logs')
mkdirSync(LOGS)
// If we are root, PostgreSQL runs as another user, who needs access.
chmodSync(FOLDER, 0o755)

/** The path of an installed tool. A copied build must use its own, or two copies of React would be loaded. */
export const bin = (tool: string, folder = ROOT): string => join(folder, 'node_modules/.bin', tool)

export interface Part {
  name: string
  start(): Promise<void>
  end(signal: NodeJS.Signals): Promise<void>
}

/** In the order of their first start. */
export const started = new Set<Part>()

/** Stops them in reverse order, because later parts depend on earlier ones. */
export async function stopAll(): Promise<void> {
  for (const part of [...started].reverse()) await part.end('SIGTERM')
}

/** Runs `work`, stops everything that it started, prints the problems that it returns, and exits. */
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

/** Each start gets its own log, because a crash is explained at the end of a log. */
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

  signal(signal: NodeJS.Signals): void {
    this.#program?.signal(signal)
  }
}

export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await findFreePort())
  return [...ports]
}
