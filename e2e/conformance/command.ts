// The command from its arguments to its exit code, with the terminal as a parameter.
import { writeFileSync } from 'node:fs'
import { startBundledSandbox } from './bundled-sandbox.ts'
import { CommandError, type Options, readOptions, USAGE } from './options.ts'
import { RateLimitedError } from './polite-http.ts'
import { settingsOf } from './record.ts'
import { hasFailure, renderReport } from './report.ts'
import { setStage, type Target } from './stage.ts'
import { walk } from './walk.ts'

export interface Terminal {
  /** The result, on stdout. */
  print(text: string): void
  /** Instructions and errors, on stderr. */
  say(line: string): void
}

/** @returns 0 if every clause reached holds, 1 if one is broken, 2 if the command line or the service needs attention */
export async function runCommand(args: string[], terminal: Terminal): Promise<number> {
  try {
    const options = readOptions(args)
    if (options.help) {
      terminal.print(USAGE)
      return 0
    }
    const { baseUrl } = options
    if (baseUrl === null) return await walkBundled(options, terminal)
    return await walkTarget({ ...options, baseUrl }, terminal)
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof RateLimitedError)) throw error
    terminal.say(error.message)
    return 2
  }
}

async function walkBundled(options: Options, terminal: Terminal): Promise<number> {
  const sandbox = await startBundledSandbox()
  const { baseUrl, controlUrl, credentials } = sandbox
  try {
    return await walkTarget({ ...options, baseUrl, controlUrl, credentials }, terminal)
  } finally {
    await sandbox.stop()
  }
}

async function walkTarget(target: Target, terminal: Terminal): Promise<number> {
  const { baseUrl, only, jsonFile, recordFile } = target
  const { stage, close } = await setStage(target, terminal.say)
  try {
    const report = await walk(stage, only)
    terminal.print(`The contract, checked against ${baseUrl}\n${renderReport(report)}`)
    if (jsonFile !== null) write(jsonFile, { baseUrl, ...report })
    if (recordFile !== null) write(recordFile, settingsOf(report.gaps))
    return hasFailure(report) ? 1 : 0
  } finally {
    await close()
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
