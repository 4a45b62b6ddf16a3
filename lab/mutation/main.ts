// `npm run mutation -- [folder or file …]`, as in `inquiries` or `inquiries/rules.ts`: changes the core one small edit at a
// time and checks that a test fails. Tests must catch at least 90% of the changes; the rest are printed.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startOwnTestServer } from '../../scripts/database/real-test-database.ts'
import { readOptions } from '../../scripts/options.ts'
import { runTool } from '../../scripts/run-tool.ts'
import { ROOT } from '../../scripts/settings.ts'
import { step } from '../../scripts/step.ts'

const FOLDERS = ['verification', 'inquiries']
/** Its tests wait for seconds, so they run only for its own mutants. */
const SLOW = 'inquiries/reconcile.ts'
const STRYKER = 'node_modules/@stryker-mutator/core/bin/stryker.js'
const CONFIG = 'lab/mutation/stryker.config.json'

const { positionals, values } = readOptions('mutation')
const targets = positionals.length > 0 ? positionals : FOLDERS
for (const target of targets) {
  const isInside = FOLDERS.some((folder) => target === folder || target.startsWith(`${folder}/`))
  if (isInside && existsSync(join(ROOT, 'lib', target))) continue
  console.error(`There is no lib/${target} to mutate. Name ${FOLDERS.join(', ')} or a file in one.`)
  process.exit(1)
}
const options = values.concurrency ? ['--concurrency', String(values.concurrency)] : []

// Test files start thousands of times, each with its own database. Copying one on a real server is fast.
const server = await step('Start PostgreSQL', startOwnTestServer)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void server.stop().then(() => process.exit(1)))

let failed = false
try {
  for (const folder of FOLDERS) {
    const own = targets.filter((target) => target.split('/')[0] === folder)
    const isWhole = own.includes(folder)
    const quick = isWhole
      ? [`lib/${folder}/**/*.ts`, '!**/*.test.ts', `!lib/${SLOW}`]
      : own.filter((target) => target !== SLOW).map((target) => `lib/${target}`)
    if (quick.length > 0) await mutate(folder, quick)
    if (own.includes(SLOW) || (isWhole && SLOW.startsWith(folder)))
      await mutate(folder, [`lib/${SLOW}`], { MUTATION_SLOW: '1' })
  }
} finally {
  await server.stop()
}
process.exit(failed ? 1 : 0)

/** @param files as Stryker's `--mutate` takes them */
async function mutate(folder: string, files: string[], env: Record<string, string> = {}) {
  console.log(files.join(', '))
  const { exitCode } = await runTool(
    [STRYKER, 'run', CONFIG, '--mutate', files.join(','), ...options],
    {
      env: {
        // The tests that should catch the changes.
        MUTATION_TESTS: `lib/${folder}/**/*.test.ts lib/event-days.test.ts lib/tracing.test.ts`,
        TEST_POSTGRES_URL: server.url,
        ...env,
      },
      shows: true,
    },
  )
  failed ||= exitCode !== 0
}
