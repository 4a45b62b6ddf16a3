// Changes the core one small edit at a time, in a copy of the project, and checks that a test fails: `npm run mutation -w lab`, or
// `-- rules claim` for less of it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import startTestServer from '../scripts/test-database.ts'

/** With the tests that are about it. */
const FILES: Record<string, string> = {
  rules: '{rules,explorer}',
  claim: '{claim,crashes,record-event}',
  'read-inquiry': '{read-inquiry,applicant-inquiry,crashes,open-granted-account}',
  reconcile: 'reconcile',
}

// One server for all runs: a mutant that hangs is killed, and a server that its run had started would stay.
const stop = await startTestServer()
const named = process.argv.slice(2)
for (const [file, tests] of Object.entries(FILES)) {
  if (named.length > 0 && !named.includes(file)) continue
  const mutate = ['--mutate', `lib/inquiries/${file}.ts`]
  const env = { ...process.env, MUTATION_TESTS: `lib/inquiries/${tests}.test.ts` }
  const stdio = 'inherit'
  const stryker = spawn('stryker', ['run', 'lab/stryker.config.js', ...mutate], { env, stdio })
  const [code] = await once(stryker, 'exit')
  if (code !== 0) process.exitCode = 1
}
await stop?.()
