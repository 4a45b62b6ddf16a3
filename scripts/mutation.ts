// `npm run mutation`: changes the core in every way that a slip of the pen could, and sees whether a test notices.
// At least 85 of 100 changes must be noticed in each folder; those that were not are printed. Arguments go on to Stryker.
import { runTool } from './run-tool.ts'

const STRYKER = 'node_modules/@stryker-mutator/core/bin/stryker.js'
const FOLDERS = ['verification', 'inquiries']

let failed = false
for (const folder of FOLDERS) {
  console.log(`lib/${folder}`)
  const files = `lib/${folder}/**/*.ts,!**/*.test.ts`
  const { exitCode } = await runTool(
    [STRYKER, 'run', 'mutation/stryker.config.json', '--mutate', files, ...process.argv.slice(2)],
    { env: { MUTATED_FOLDER: folder }, shows: true },
  )
  failed ||= exitCode !== 0
}
process.exit(failed ? 1 : 0)
