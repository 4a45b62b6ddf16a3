// `npm run mutation -- [folder …]`: changes the core one small edit at a time and sees whether a test fails.
// Tests must catch at least 85% of the changes in each folder; the rest are printed.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../scripts/database/migrate.ts'
import { readOptions } from '../../scripts/options.ts'
import { startRealPostgres } from '../../scripts/real-postgres.ts'
import { runTool } from '../../scripts/run-tool.ts'
import { step } from '../../scripts/step.ts'
import { createSupervisor } from '../../scripts/supervisor.ts'

const FOLDERS = ['verification', 'inquiries']
const STRYKER = 'node_modules/@stryker-mutator/core/bin/stryker.js'
const CONFIG = 'lab/mutation/stryker.config.json'

const { positionals, values } = readOptions('mutation')
const named = FOLDERS.filter((folder) => positionals.includes(folder))
const options = values.concurrency ? ['--concurrency', String(values.concurrency)] : []

const dataDir = mkdtempSync(join(tmpdir(), 'mutation-'))
// PostgreSQL runs as another user, who needs access.
chmodSync(dataDir, 0o755)
const supervisor = createSupervisor({ logFolder: join(dataDir, 'logs') })
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void end().then(() => process.exit(1)))

/** Test files start thousands of times, each with its own database. Copying one on a real server is fast. */
async function startDatabase(): Promise<string> {
  const url = await startRealPostgres(supervisor, dataDir)
  await migrate(url)
  return url
}

async function end(): Promise<void> {
  await supervisor.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

let failed = false
try {
  const databaseUrl = await step('Start PostgreSQL', startDatabase)
  for (const folder of named.length > 0 ? named : FOLDERS) {
    console.log(`lib/${folder}`)
    const files = `lib/${folder}/**/*.ts,!**/*.test.ts`
    const args = [STRYKER, 'run', CONFIG, '--mutate', files, ...options]
    const { exitCode } = await runTool(args, {
      env: {
        // The tests that should fail.
        MUTATION_TESTS: `lib/${folder}/**/*.test.ts lib/tracing.test.ts`,
        TEST_POSTGRES_URL: databaseUrl,
      },
      shows: true,
    })
    failed ||= exitCode !== 0
  }
} finally {
  await end()
}
process.exit(failed ? 1 : 0)
