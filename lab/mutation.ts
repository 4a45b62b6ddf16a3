// `npm run mutation -w lab`: makes one small edit of the core at a time, in a copy of the project, and expects a test to fail.
// `-- rules queue` mutates only the named files.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import startTestServer from '../scripts/test-database.ts'

/** Each file with its tests. */
const FILES: Record<string, string> = {
  rules: '{rules,explorer}',
  queue: '{queue,crashes,record-event}',
  inbox: '{queue,crashes,record-event}',
  'finish-claim': '{open-granted-account,notices,crashes}',
  'read-inquiry': '{read-inquiry,applicant-inquiry,crashes,open-granted-account}',
  reconcile: 'reconcile',
}

// All runs share one server. If each run started its own, killing a hanging mutant would leave that server behind.
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
