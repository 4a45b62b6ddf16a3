// A test: the stack runs under load while something disturbs it. Then everyone gets time to finish, and the verdict follows.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NOTE } from './customer.ts'
import { EventSender } from './events.ts'
import { type Application, type Load, startLoad } from './load.ts'
import { Service } from './service.ts'
import type { Stack } from './stack.ts'
import { judge, judgeLogs, readDatabase } from './verdict.ts'
import { PATIENCE_MS, traffic, until } from './wire.ts'

/** The stage that an applicant's screen shows for each outcome. */
const STAGE_OF_OUTCOME: Readonly<Record<string, string>> = {
  APPROVED: 'approved',
  DECLINED: 'declined',
  FAILED: 'failed',
}

export interface Scene {
  stack: Stack
  load: Load
  sender: EventSender
}

export interface Findings {
  figures: Record<string, string | number>
  problems: string[]
}

/** Gives a test a folder for logs and data, prints its findings, and ends the process. */
export async function report(test: (folder: string) => Promise<Findings>): Promise<never> {
  const folder = mkdtempSync(join(tmpdir(), 'lab-'))
  // If we're root, PostgreSQL runs as another user, which needs access.
  chmodSync(folder, 0o755)
  const { figures, problems } = await test(folder).catch((error) => ({
    figures: {},
    problems: [error instanceof Error ? error.message : String(error)],
  }))
  console.table(figures)
  for (const problem of problems) console.log(`✗ ${problem}`)
  if (problems.length === 0) rmSync(folder, { recursive: true, force: true })
  else console.log(`The processes' logs and data are in ${folder}`)
  console.log(problems.length === 0 ? '\nNothing was lost.' : `\n${problems.length} problems.`)
  process.exit(problems.length === 0 ? 0 : 1)
}

/** Stops the stack at the end. @param rate applications per second */
export async function runUnderLoad(
  stack: Stack,
  folder: string,
  rate: number,
  disturb: (scene: Scene) => Promise<Findings>,
): Promise<Findings> {
  const startedAt = performance.now()
  const service = new Service(stack.serviceUrl)
  const sender = new EventSender(stack.webhookSecret)
  try {
    await service.liftRateLimits()
    const load = startLoad({ ...stack, service, sender, rate })
    const { figures, problems } = await disturb({ stack, load, sender })
    await load.stop()
    problems.push(...load.stuck, ...(await settle(load.applications, stack.sites[0])))

    const opened = await service.listInquiries()
    const acknowledged = new Set([...sender.acknowledged, ...(await service.listDeliveredEvents())])
    const kept = await readDatabase(stack.databaseUrl)
    const { applications } = load
    problems.push(...judge({ ...kept, applications, opened, acknowledged }))
    await stack.stop()
    const cookies = applications.map(({ customer }) => customer.token)
    const secrets = [...stack.secrets, NOTE, ...load.inquiryIds, ...cookies]
    problems.push(...judgeLogs(join(folder, 'logs'), secrets))
    return {
      figures: {
        ...figures,
        'inquiries opened': kept.rows.length,
        'accounts granted once': kept.rows.filter(({ grants }) => grants === 1).length,
        'accounts granted twice': kept.rows.filter(({ grants }) => grants > 1).length,
        'orphans, flagged': kept.rows.filter(({ orphanId }) => orphanId !== null).length,
        'events acknowledged': acknowledged.size,
        'events stored': kept.events.size,
        'acknowledged events lost': [...acknowledged].filter((id) => !kept.events.has(id)).length,
        requests: traffic.requests,
        seconds: Math.round((performance.now() - startedAt) / 1_000),
      },
      problems,
    }
  } finally {
    await stack.stop()
  }
}

/** Waits until every customer's screen shows the outcome and any open account. @returns one line for each that doesn't */
async function settle(applications: readonly Application[], site: string): Promise<string[]> {
  let waiting = [...applications]
  const everyoneSeesOutcome = async () => {
    for (const application of [...waiting])
      if (await seesOutcome(application, site))
        waiting = waiting.filter((other) => other !== application)
    return waiting.length === 0 ? true : null
  }
  const patience = { endsAtMs: Date.now() + PATIENCE_MS }
  await until('every customer sees the outcome', everyoneSeesOutcome, patience).catch(() => {})
  return waiting.map(({ outcome }) => `a customer never saw ${outcome}`)
}

async function seesOutcome({ customer, outcome }: Application, site: string): Promise<boolean> {
  const current = await customer.current(site)
  return (
    current?.stage === STAGE_OF_OUTCOME[outcome] &&
    current?.accountOpened === (outcome === 'APPROVED')
  )
}

export const between = (from: number, to: number): number => from + Math.random() * (to - from)
