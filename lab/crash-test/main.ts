// `npm run crash-test`: while customers apply and events arrive under load, kills the app, the sandbox and the database with
// `kill -9`, one after another, at random moments. Nothing may be lost, opened twice, left unsettled or granted wrongly.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { judgeLogs } from '../load/app-logs.ts'
import { createChance } from '../load/chance.ts'
import { finish } from '../load/finish.ts'
import { startLoad } from '../load/load.ts'
import { NOTE } from '../load/merchant-site.ts'
import { type Processes, startProcesses } from '../load/processes.ts'
import { ServiceControl } from '../load/service-control.ts'
import { EventSender } from '../load/signed-events.ts'
import { type Options, parseOptions } from './options.ts'

const SHORTEST_CALM_MS = 200
const LONGEST_CALM_MS = 3_000

const options = parseOptions()
console.log(
  `${options.kills} kills, ${options.database} database, ${options.instances} app process(es), seed ${options.seed}`,
)
const processes = await startProcesses(options).catch((error) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
const secrets = [processes.apiKey, processes.webhookSecret, NOTE]
const problems = await run(processes, options).catch((error) => [String(error)])
const left = await processes.stop()
problems.push(...left.map((what) => `${what} is left over`))
problems.push(...judgeLogs(join(processes.folder, 'logs'), secrets))

for (const problem of problems) console.log(`✗ ${problem}`)
if (problems.length === 0) rmSync(processes.folder, { recursive: true, force: true })
else console.log(`The processes' logs and data are in ${processes.folder}`)
console.log(problems.length === 0 ? '\nNothing was lost.' : `\n${problems.length} problems.`)
process.exit(problems.length === 0 ? 0 : 1)

/** @returns the problems, one line each */
async function run(processes: Processes, options: Options): Promise<string[]> {
  const startedAt = performance.now()
  const service = new ServiceControl(processes.serviceUrl)
  const sender = new EventSender(processes.webhookSecret)
  const chance = createChance(options.seed)
  await service.liftRateLimits()

  const load = startLoad({ ...processes, service, sender }, options, chance)
  for (let kill = 1; kill <= options.kills; kill++) {
    const victim = processes.names[(kill - 1) % processes.names.length] ?? ''
    const calmMs = Math.round(chance.between(SHORTEST_CALM_MS, LONGEST_CALM_MS))
    await delay(calmMs)
    await processes.kill(victim)
    console.log(
      `  kill ${kill} of ${options.kills}: ${victim} after ${calmMs} ms; ${load.applications.length} applications, ${sender.acknowledged.size} events acknowledged`,
    )
    await processes.start(victim)
  }
  const { kept, acknowledged, problems } = await finish(load, sender, service, processes)
  secrets.push(...load.inquiryIds, ...load.applications.map(({ customer }) => customer.token))
  console.table({
    kills: options.kills,
    'inquiries opened': kept.rows.length,
    'approved and granted once': kept.rows.filter(({ grants }) => grants === 1).length,
    'orphans, flagged': kept.rows.filter(({ orphanId }) => orphanId !== null).length,
    'deliveries of our own events': sender.deliveries,
    'events acknowledged': acknowledged.size,
    'events stored': kept.events.size,
    seconds: Math.round((performance.now() - startedAt) / 1000),
  })
  return problems
}
