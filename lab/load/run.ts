// Runs a test: disturbs the stack under load, then gives everyone time to finish, then judges the evidence.
import { NOTE } from './customer.ts'
import { EventSender } from './events.ts'
import { type Application, type Load, startLoad } from './load.ts'
import { LOGS, stopAll } from './parts.ts'
import { Service } from './service.ts'
import type { Stack } from './stack.ts'
import { judge, judgeLogs, readDatabase } from './verdict.ts'
import { PATIENCE_MS, until } from './wire.ts'

export interface Scene {
  stack: Stack
  load: Load
  sender: EventSender
}

/** The disturbance's measurements, and the problems it found. */
export interface Findings {
  figures: Record<string, string | number>
  problems: string[]
}

/**
 * Runs the load and the disturbance, and prints a summary.
 * @param rate applications per second
 * @returns the problems, one line each
 */
export async function runUnderLoad(
  stack: Stack,
  rate: number,
  disturb: (scene: Scene) => Promise<Findings>,
): Promise<string[]> {
  const service = new Service(stack.serviceUrl)
  const sender = new EventSender(stack.webhookSecret)
  await service.liftRateLimits()
  const load = startLoad({ ...stack, service, sender, rate })
  const { figures, problems } = await disturb({ stack, load, sender })
  await load.stop()
  const { applications, inquiryIds, stuck } = load
  problems.push(...stuck, ...(await settle(applications, stack.sites[0])))

  const opened = await service.listInquiries()
  const acknowledged = new Set([...sender.acknowledged, ...(await service.listDeliveredEvents())])
  const kept = await readDatabase(stack.databaseUrl)
  problems.push(...judge({ ...kept, applications, opened, acknowledged }))
  // A log is complete only after its process has exited.
  await stopAll()
  const cookies = applications.map(({ customer }) => customer.token)
  problems.push(...judgeLogs(LOGS, [...stack.secrets, NOTE, ...inquiryIds, ...cookies]))
  console.table({
    ...figures,
    'inquiries opened': kept.rows.length,
    'accounts granted': kept.rows.filter(({ grants }) => grants > 0).length,
    'events acknowledged': acknowledged.size,
  })
  if (problems.length === 0) console.log('\nNothing was lost.')
  return problems
}

/**
 * Waits until each customer's screen shows the outcome and any open account.
 * @returns one line per customer whose screen doesn't
 */
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

/** A screen's stage has the same name as the status. */
async function seesOutcome({ customer, outcome }: Application, site: string): Promise<boolean> {
  const current = await customer.current(site)
  return (
    current?.stage === outcome.toLowerCase() && current.accountOpened === (outcome === 'APPROVED')
  )
}

export const between = (from: number, to: number): number => from + Math.random() * (to - from)
