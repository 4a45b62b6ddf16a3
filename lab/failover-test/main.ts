// `npm run failover-test`: while customers apply and events arrive under load at two instances of the app, PostgreSQL's primary
// is replaced by its synchronous standby: in switchovers, and after a `kill -9`. No acknowledged event may be lost, no account
// granted twice, both instances must write again soon, and no connection to the old primary may remain.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { readOptions } from '../../scripts/options.ts'
import { step } from '../../scripts/step.ts'
import { judgeLogs } from '../load/app-logs.ts'
import { createChance } from '../load/chance.ts'
import { finish } from '../load/finish.ts'
import { startLoad } from '../load/load.ts'
import { NOTE } from '../load/merchant-site.ts'
import { type Processes, startProcesses } from '../load/processes.ts'
import { ServiceControl } from '../load/service-control.ts'
import { EventSender, unknownKind } from '../load/signed-events.ts'
import { type Cluster, startCluster } from './cluster.ts'

const SHORTEST_CALM_MS = 1_000
const LONGEST_CALM_MS = 4_000
const WRITES_WITHIN_MS = 10_000
/** Longer than WRITES_WITHIN_MS, to report how long it took. */
const GIVE_UP_MS = 60_000
const POLL_MS = 50

const optionsSchema = z.object({
  switchovers: z.coerce.number().int().min(0).default(15),
  kills: z.coerce.number().int().min(0).default(15),
  rate: z.coerce.number().positive().default(2),
  seed: z.coerce
    .number()
    .int()
    .default(() => Date.now() % 1_000_000),
})
type Options = z.infer<typeof optionsSchema>

interface Round {
  failover: string
  /** Until every instance has stored an event: from the start of the failover, and from the promotion. */
  outageMs: number
  writesAfterMs: number
  rebuilt: string
  /** The app's connections to the old primary, once that is a standby. */
  left: number
}

const options = optionsSchema.parse(readOptions('failover-test').values)
console.log(
  `${options.switchovers} switchovers and ${options.kills} kills of the primary, 2 app processes, seed ${options.seed}`,
)
const problems: string[] = []
const folders: string[] = []
try {
  const cluster = await step('Start two PostgreSQL servers and HAProxy', startCluster)
  folders.push(cluster.folder)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void cluster.stop())
  try {
    const processes = await startProcesses({ instances: 2, database: { url: cluster.url } })
    folders.push(processes.folder)
    const secrets = [processes.apiKey, processes.webhookSecret, NOTE]
    try {
      problems.push(...(await run(cluster, processes, options, secrets)))
    } finally {
      const left = await processes.stop()
      problems.push(...left.map((what) => `${what} is left over`))
    }
    problems.push(...judgeLogs(join(processes.folder, 'logs'), secrets))
  } finally {
    await cluster.stop()
  }
} catch (error) {
  problems.push(error instanceof Error ? error.message : String(error))
}
for (const problem of problems) console.log(`✗ ${problem}`)
if (problems.length === 0)
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
else console.log(`The processes' logs and data are in ${folders.join(' and ')}`)
console.log(problems.length === 0 ? '\nNothing was lost.' : `\n${problems.length} problems.`)
process.exit(problems.length === 0 ? 0 : 1)

/** @returns the problems, one line each */
async function run(
  cluster: Cluster,
  processes: Processes,
  { switchovers, kills, rate, seed }: Options,
  secrets: string[],
): Promise<string[]> {
  const startedAt = performance.now()
  const service = new ServiceControl(processes.serviceUrl)
  const sender = new EventSender(processes.webhookSecret)
  const chance = createChance(seed)
  await service.liftRateLimits()
  const load = startLoad(
    { ...processes, service, sender },
    { rate, 'false-approvals': 0.2 },
    chance,
  )

  const rounds: Round[] = []
  for (const kind of inTurns(switchovers, kills)) {
    await delay(chance.between(SHORTEST_CALM_MS, LONGEST_CALM_MS))
    const failover = await (kind === 'kill' ? cluster.killPrimary() : cluster.switchOver())
    await Promise.all(processes.instances.map((instance) => storesAnEvent(sender, instance)))
    const writesAt = performance.now()
    const rebuilt = await cluster.rejoin(failover)
    const round = {
      failover: kind,
      outageMs: Math.round(writesAt - failover.beganAtMs),
      writesAfterMs: Math.round(writesAt - failover.promotedAtMs),
      rebuilt,
      left: await cluster.connectionsTo(failover.demoted),
    }
    rounds.push(round)
    console.log(
      `  ${rounds.length} of ${switchovers + kills}: ${kind}; writes ${round.writesAfterMs} ms after the promotion, ${round.outageMs} ms after the failover began; ${rebuilt}; ${load.applications.length} applications, ${sender.acknowledged.size} events acknowledged`,
    )
  }
  const { kept, acknowledged, problems } = await finish(load, sender, service, processes)
  secrets.push(...load.inquiryIds, ...load.applications.map(({ customer }) => customer.token))
  const lost = [...acknowledged].filter((id) => !kept.events.has(id)).length
  console.table({
    switchovers,
    'kills of the primary': kills,
    'slowest writes after promotion, ms': longest(rounds, 'writesAfterMs'),
    'longest outage, ms': longest(rounds, 'outageMs'),
    'connections left on a demoted server': rounds.reduce((sum, { left }) => sum + left, 0),
    'inquiries opened': kept.rows.length,
    'accounts granted once': kept.rows.filter(({ grants }) => grants === 1).length,
    'accounts granted twice': kept.rows.filter(({ grants }) => grants > 1).length,
    'events acknowledged': acknowledged.size,
    'acknowledged events lost': lost,
    seconds: Math.round((performance.now() - startedAt) / 1000),
  })
  return [...problems, ...rounds.flatMap(judgeRound)]
}

/** Alternates between the two, as long as there are both. */
function inTurns(switchovers: number, kills: number): ('switchover' | 'kill')[] {
  return Array.from({ length: Math.max(switchovers, kills) }, (_, nth) => [
    ...(nth < switchovers ? ['switchover' as const] : []),
    ...(nth < kills ? ['kill' as const] : []),
  ]).flat()
}

/** Sends a new event each time, because the response to an old one would only show that it had been stored before. */
async function storesAnEvent(sender: EventSender, instance: string): Promise<void> {
  const endsAtMs = performance.now() + GIVE_UP_MS
  while (performance.now() < endsAtMs) {
    if (await sender.send(instance, unknownKind())) return
    await delay(POLL_MS)
  }
  throw new Error(`${instance} has stored no event ${GIVE_UP_MS / 1_000} s after the promotion`)
}

function longest(rounds: readonly Round[], field: 'outageMs' | 'writesAfterMs'): number {
  return Math.max(0, ...rounds.map((round) => round[field]))
}

function judgeRound({ failover, writesAfterMs, left }: Round, nth: number): string[] {
  const round = `failover ${nth + 1} (${failover})`
  return [
    ...(writesAfterMs > WRITES_WITHIN_MS
      ? [`${round}: writes ${writesAfterMs} ms after the promotion, more than ${WRITES_WITHIN_MS}`]
      : []),
    ...(left > 0 ? [`${round}: ${left} connections are left on the demoted server`] : []),
  ]
}
