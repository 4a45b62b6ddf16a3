// `npm run e2e -- <Playwright's arguments>`: the stories alone, against whatever the environment names.
import { runE2e } from './run-e2e.ts'
import { readSettings } from './settings.ts'
import { totalLine } from './test-counts.ts'

try {
  const counts = await runE2e(readSettings, process.argv.slice(2))
  console.log(`\n${totalLine(counts)}`)
  process.exit(counts.failed === 0 ? 0 : 1)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
