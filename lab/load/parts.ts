// Parts of a stack, which can be ended and started again and again, each time with a log of its own.
import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '../../scripts/ports.ts'
import { Program, type ProgramOptions } from '../../scripts/program.ts'
import { ROOT } from '../../scripts/settings.ts'

export const NODE = process.execPath

/** A tool as it is installed. A build needs its own, or there are two Reacts. */
export const bin = (tool: string, folder = ROOT): string => join(folder, 'node_modules/.bin', tool)

export interface Part {
  name: string
  /** Resolves when it is ready. */
  start(): Promise<void>
  /** Resolves when it has ended. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/** One log for each start, because the end of a log explains a crash. */
let starts = 0

export class ProgramPart implements Part {
  #program: Program | undefined

  constructor(
    readonly name: string,
    /** Has the logs, in its folder `logs`. */
    private readonly folder: string,
    private readonly options: () => ProgramOptions & { command: readonly string[] },
    private readonly isReady: (program: Program) => Promise<void>,
  ) {}

  async start(): Promise<void> {
    const logs = join(this.folder, 'logs')
    mkdirSync(logs, { recursive: true })
    const log = createWriteStream(join(logs, `${++starts}-${this.name}.log`))
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
