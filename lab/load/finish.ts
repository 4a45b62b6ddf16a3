// The end of a load test: nothing is killed any more, everyone gets time to finish, and then the results are judged.
import type { Application, Load } from './load.ts'
import type { Processes } from './processes.ts'
import type { ServiceControl } from './service-control.ts'
import type { EventSender } from './signed-events.ts'
import { PATIENCE_MS, until } from './until.ts'
import { judge, type Kept, readDatabase } from './verdict.ts'

/** The stage that an applicant's screen shows for each outcome. */
const STAGE_OF_OUTCOME: Readonly<Record<string, string>> = {
  APPROVED: 'approved',
  DECLINED: 'declined',
  FAILED: 'failed',
}

export interface Finish {
  kept: Kept
  /** Ids of the events that the app has answered with a 2xx. */
  acknowledged: ReadonlySet<string>
  /** One line each. */
  problems: string[]
}

export async function finish(
  load: Load,
  sender: EventSender,
  service: ServiceControl,
  processes: Processes,
): Promise<Finish> {
  await load.stop()
  const unfinished = await settle(load.applications, processes.instances[0])
  const opened = await service.listInquiries()
  const delivered = await service.listDeliveredEvents()
  const acknowledged = new Set([...sender.acknowledged, ...delivered])
  const kept = await readDatabase(processes.databaseUrl)
  const { applications, stuck } = load
  const wrong = judge({ ...kept, applications, opened, acknowledged })
  return { kept, acknowledged, problems: [...stuck, ...unfinished, ...wrong] }
}

/** Waits until every customer's screen shows the outcome and any open account. @returns one line for each that doesn't */
async function settle(applications: readonly Application[], instance: string): Promise<string[]> {
  let waiting = [...applications]
  const everyoneSeesOutcome = async () => {
    for (const application of [...waiting])
      if (await seesOutcome(application, instance))
        waiting = waiting.filter((other) => other !== application)
    return waiting.length === 0 ? true : null
  }
  const patience = { endsAtMs: Date.now() + PATIENCE_MS }
  await until('every customer sees the outcome', everyoneSeesOutcome, patience).catch(() => {})
  return waiting.map(({ outcome }) => `a customer never saw ${outcome}`)
}

async function seesOutcome({ customer, outcome }: Application, instance: string): Promise<boolean> {
  const current = await customer.current(instance)
  return (
    current?.stage === STAGE_OF_OUTCOME[outcome] &&
    current?.accountOpened === (outcome === 'APPROVED')
  )
}
