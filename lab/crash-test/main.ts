// `npm run crash-test`: while customers apply and events arrive under load, kills the app, the sandbox and the database with
// `kill -9` in turns, at random moments. Nothing may be lost, opened twice, left unsettled or granted wrongly.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { judgeLogs } from './app-logs.ts'
import { createChance } from './chance.ts'
import { type Application, startLoad } from './load.ts'
import { NOTE } from './merchant-site.ts'
import { type Options, parseOptions } from './options.ts'
import { type Processes, startProcesses } from './processes.ts'
import { ServiceControl } from './service-control.ts'
import { EventSender } from './signed-events.ts'
import { PATIENCE_MS, until } from './until.ts'
import { judge, readDatabase } from './verdict.ts'

const SHORTEST_CALM_MS = 200
const LONGEST_CALM_MS = 3_000

/** The stage that an applicant's screen shows for each outcome. */
const STAGE_OF_OUTCOME: Readonly<Record<string, string>> = {
  APPROVED: 'approved',
  DECLINED: 'declined',
  FAILED: 'failed',
}

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
problems.push(...left.map((what) => `${what} is left`))
problems.push(...judgeLogs(join(processes.folder, 'logs'), secrets))

for (const problem of problems) console.log(`✗ ${problem}`)
if (problems.length === 0) rmSync(processes.folder, { recursive: true, force: true })
else console.log(`What the processes wrote is in ${processes.folder}`)
console.log(problems.length === 0 ? '\nNothing was lost.' : `\n${problems.length} wrong.`)
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
  await load.stop()
  secrets.push(...load.inquiryIds, ...load.applications.map(({ customer }) => customer.token))
  const unsettled = await settle(load.applications, processes.instances[0])

  const opened = await service.listInquiries()
  const delivered = await service.listDeliveredEvents()
  const acknowledged = new Set([...sender.acknowledged, ...delivered])
  const kept = await readDatabase(processes.databaseUrl)
  console.table({
    kills: options.kills,
    'inquiries opened': kept.rows.length,
    'of them approved, granted once': kept.rows.filter(({ grants }) => grants === 1).length,
    'of them orphans, flagged': kept.rows.filter(({ orphanId }) => orphanId !== null).length,
    'deliveries of own events': sender.deliveries,
    'events acknowledged': acknowledged.size,
    'events stored': kept.events.size,
    seconds: Math.round((performance.now() - startedAt) / 1000),
  })
  return [
    ...load.stuck,
    ...unsettled,
    ...judge({ ...kept, applications: load.applications, opened, acknowledged }),
  ]
}

/** Every customer's screen shows the outcome, and the open account. */
async function settle(applications: readonly Application[], instance: string): Promise<string[]> {
  let waiting = [...applications]
  const everybodyIsTold = async () => {
    for (const application of [...waiting])
      if (await isTold(application, instance))
        waiting = waiting.filter((other) => other !== application)
    return waiting.length === 0 ? true : null
  }
  const patience = { endsAtMs: Date.now() + PATIENCE_MS }
  await until('every customer is told', everybodyIsTold, patience).catch(() => {})
  return waiting.map(({ outcome }) => `a customer was not told ${outcome}`)
}

async function isTold({ customer, outcome }: Application, instance: string): Promise<boolean> {
  const current = await customer.current(instance)
  return (
    current?.stage === STAGE_OF_OUTCOME[outcome] &&
    current?.accountOpened === (outcome === 'APPROVED')
  )
}
