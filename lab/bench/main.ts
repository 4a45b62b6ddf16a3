// `npm run bench -w lab -- <name>`: runs one benchmark, with its baseline if it has one, and prints a table.
import { run } from '../load/parts.ts'
import { benchDecision } from './decision.ts'
import { benchIngest } from './ingest.ts'
import { benchLists } from './lists.ts'
import { benchSandbox } from './sandbox.ts'
import { benchSoak } from './soak.ts'
import { benchStatus } from './status.ts'

const BENCHES = new Map([
  ['ingest', benchIngest],
  ['decision', benchDecision],
  ['sandbox', benchSandbox],
  ['lists', benchLists],
  ['status', benchStatus],
  ['soak', benchSoak],
])

await run(async () => {
  const bench = BENCHES.get(process.argv[2] ?? '')
  if (!bench) return [`Name a benchmark: ${[...BENCHES.keys()].join(', ')}`]
  await bench()
  return []
})
