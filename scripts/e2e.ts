// `npm run e2e -- <Playwright's arguments>`: runs the stories or the given projects, against APP_URL or a new stack.
import { runE2e } from './run-e2e.ts'
import { summary } from './test-counts.ts'

const args = process.argv.slice(2)
if (!args.some((arg) => arg.startsWith('--project'))) args.unshift('--project=stories')

try {
  const counts = await runE2e(args)
  console.log(`\n${summary(counts)}`)
  process.exit(counts.failed === 0 ? 0 : 1)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
