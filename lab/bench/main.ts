// `npm run bench -w lab -- <name>`: measures one thing and its baseline in the same run, and prints a table.
import { benchDecision } from './decision.ts'
import { benchIngest } from './ingest.ts'
import { benchLists } from './lists.ts'
import { stopAll } from './programs.ts'
import { benchSandbox } from './sandbox.ts'

const BENCHES = new Map<string, [what: string, run: () => Promise<void>]>([
  ['ingest', ['deliveries per second, next to a handler that only reads the body', benchIngest]],
  ['decision', ['from a decision to the screen, with webhooks and without', benchDecision]],
  ['sandbox', ["the sandbox's opens and reads, next to a server without state", benchSandbox]],
  ['lists', ["the staff's lists at 1,000 and 1,000,000 rows, next to an offset", benchLists]],
])

const name = process.argv[2] ?? ''
const [, bench] = BENCHES.get(name) ?? []
if (!bench) {
  const known = [...BENCHES].map(([name, [what]]) => `  ${name.padEnd(11)}${what}`)
  console.error(`Name a benchmark: npm run bench -w lab -- <name>\n${known.join('\n')}`)
  process.exit(1)
}
let exitCode = 0
try {
  await bench()
} catch (error) {
  console.error(error)
  exitCode = 1
}
await stopAll()
process.exit(exitCode)
