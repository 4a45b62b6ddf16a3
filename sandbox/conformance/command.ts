// `check`, from its arguments to its exit code. The terminal and the bundled sandbox are parameters.
import { writeFileSync } from 'node:fs'
import { CommandError, type Terminal, type Variables } from './arguments.ts'
import { Unreachable } from './expectations.ts'
import { settingsOf } from './gaps.ts'
import { type Options, readOptions, USAGE } from './options.ts'
import { hasFailure, renderReport } from './report.ts'
import { startRun } from './start.ts'
import { walk } from './walk.ts'

/** Starts the sandbox to check if no options are given. The suite itself shares no code with it. */
type StartSandbox = () => Promise<{ baseUrl: string; close(): Promise<void> }>

/** @returns 0 if every reached clause holds, 1 if one is broken, 2 if the command line or the service needs attention */
export async function runCheck(
  args: readonly string[],
  terminal: Terminal,
  startSandbox: StartSandbox,
  variables: Variables = {},
): Promise<number> {
  try {
    const options = readOptions(args, variables, terminal.say)
    if (options === null) {
      terminal.print(USAGE)
      return 0
    }
    const baseUrl = options['base-url']
    if (baseUrl !== undefined) return await check(baseUrl, options, terminal)
    const sandbox = await startSandbox()
    const control = `${sandbox.baseUrl}/sandbox`
    try {
      return await check(sandbox.baseUrl, { ...options, control }, terminal)
    } finally {
      await sandbox.close()
    }
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof Unreachable)) throw error
    terminal.say(error.message)
    return 2
  }
}

async function check(baseUrl: string, options: Options, terminal: Terminal): Promise<number> {
  const run = await startRun(baseUrl, options, terminal.say)
  try {
    const report = await walk(run, options.only ?? null)
    terminal.print(`The contract, checked against ${baseUrl}\n${renderReport(report)}`)
    if (options.json !== undefined) write(options.json, { baseUrl, ...report })
    if (options.record !== undefined) write(options.record, settingsOf(report.gaps))
    if (hasFailure(report)) return 1
    const { gaveUp } = run.http
    if (gaveUp) terminal.say(gaveUp)
    return gaveUp ? 2 : 0
  } finally {
    await run.close()
  }
}

function write(file: string, content: object): void {
  try {
    writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw new CommandError(`Can't write ${file}: ${error.message}. Choose another file.`)
  }
}
