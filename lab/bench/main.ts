/** `npm run bench -- <name>`: measures one thing and its baseline in the same run, and prints a table. */
import { readOptions } from '../../scripts/options.ts'
import { stopAll } from './processes.ts'

const BENCHES: Record<string, { what: string; run: (part?: string) => Promise<void> }> = {
  ingest: {
    what: 'webhook deliveries per second, next to a handler that only reads the body',
    run: async () => (await import('./ingest.ts')).benchIngest(),
  },
  memory: {
    what: 'memory of the app over 200,000 events',
    run: async () => (await import('./memory.ts')).benchMemory(),
  },
  'read-back': {
    what: '10,000 due inquiries, next to the rate that the service allows',
    run: async () => (await import('./read-back.ts')).benchReadBack(),
  },
  lists: {
    what: 'the staff list and its search at 1,000 and 1,000,000 rows, next to an offset-paged query',
    run: async () => (await import('./lists.ts')).benchLists(),
  },
  growth: {
    what: 'ingest, retention and lists at 1,000 and 10,000,000 rows (--rows), alternating',
    run: async () => (await import('./growth.ts')).benchGrowth(),
  },
  script: {
    what: 'script bytes of the storefront and the staff list, next to an empty page',
    run: async () => (await import('./script.ts')).benchScript(),
  },
  lighthouse: {
    what: 'Lighthouse scores and layout shift on a phone, for every public page or only those whose name contains the argument; fails outside the limits',
    run: async (part) => (await import('./lighthouse.ts')).benchLighthouse(part),
  },
  decision: {
    what: 'decision-to-screen latency, with webhooks and with polling only',
    run: async () => (await import('./decision.ts')).benchDecision(),
  },
  sandbox: {
    what: 'opens and status reads per second of the sandbox, next to a mock made from its OpenAPI document',
    run: async () => (await import('./sandbox.ts')).benchSandbox(),
  },
}

const [name = '', part] = readOptions('bench').positionals
const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined
if (!bench) {
  const known = Object.entries(BENCHES).map(([known, { what }]) => `  ${known.padEnd(11)}${what}`)
  console.error(`Name a benchmark: npm run bench -- <name>\n${known.join('\n')}`)
  process.exit(1)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stopAll().then(() => process.exit(1)))
let exitCode = 0
try {
  await bench.run(part)
} catch (error) {
  console.error(error)
  exitCode = 1
}
// A benchmark's open connections break when its database stops.
process.on('uncaughtException', () => {})
await stopAll()
process.exit(exitCode)
