// `npm run conformance`: walks the contract over HTTP against any deployment and prints what holds and what does not.
// Shares no code with the sandbox, the application or lib: what they all got wrong would look right.
import { writeFileSync } from 'node:fs'
import { startBundledSandbox } from './bundled-sandbox.ts'
import { CommandError, type Options, readOptions, USAGE } from './options.ts'
import { RateLimitedError } from './polite-http.ts'
import { hasFailure, renderReport } from './report.ts'
import { setStage, type Target } from './stage.ts'
import { walk } from './walk.ts'

process.exit(await main(process.argv.slice(2)))

async function main(args: string[]): Promise<number> {
  try {
    const options = readOptions(args)
    if (options.help) {
      console.log(USAGE)
      return 0
    }
    const { baseUrl } = options
    if (baseUrl !== null) return await run({ ...options, baseUrl })
    return await runBundled(options)
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof RateLimitedError)) throw error
    console.error(error.message)
    return 2
  }
}

async function runBundled(options: Options): Promise<number> {
  const sandbox = await startBundledSandbox()
  const { baseUrl, controlUrl, credentials } = sandbox
  try {
    return await run({ ...options, baseUrl, controlUrl, credentials })
  } finally {
    await sandbox.stop()
  }
}

async function run(target: Target): Promise<number> {
  const { stage, close } = await setStage(target, (line) => console.error(line))
  try {
    const report = await walk(stage, target.only)
    console.log(`The contract, as walked against ${target.baseUrl}`)
    console.log(renderReport(report))
    if (target.jsonFile !== null) {
      const { baseUrl } = target
      writeFileSync(target.jsonFile, `${JSON.stringify({ baseUrl, ...report }, null, 2)}\n`)
    }
    return hasFailure(report) ? 1 : 0
  } finally {
    await close()
  }
}
