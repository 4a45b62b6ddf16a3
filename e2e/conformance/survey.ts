// Observes gaps that no clause touches: how deliveries are retried and ordered (N8–N11). It judges nothing.
import { eventOf } from './events.ts'
import { open } from './inquiries.ts'
import type { OwnTenant } from './sandbox-control.ts'
import type { Trial } from './trial.ts'

/** Seconds after a failed attempt at which the survey looks for a retry. */
const LADDER_S = [1, 5, 60, 300, 1800, 7200, 18_000, 86_400]
const DAY_S = 86_400
/** More failures than any value of N8 has retries. */
const FAILURES = 120

/** @throws Unreachable without --control. */
export async function survey(trial: Trial): Promise<void> {
  const retries = await observeRetries(trial)
  // Only a retry shows that a response counted as a failure.
  if (retries > 0) await observeAcceptedAnswers(trial)
  await observeOrder(trial)
}

/** @returns how many retries one delivery got */
async function observeRetries(trial: Trial): Promise<number> {
  const tenant = await trial.ownTenant({ receives: true })
  tenant.answerWith(...Array.from({ length: FAILURES }, () => 500))
  await approve(tenant)
  const waits: string[] = []
  let attempts = (await tenant.arrived()).length
  for (;;) {
    const waitedS = await climb(tenant, attempts)
    if (waitedS === null) break
    waits.push(`${waitedS} s`)
    attempts = tenant.received().length
  }
  const within = waits.length > 0 ? `, each within ${waits.join(', ')}` : ''
  trial.observe('N8', `${attempts - 1} retries${within}`)
  const ids = tenant.received().map(({ headers }) => headers['x-service-delivery-id'])
  if (ids.length > 1) {
    const isNew = new Set(ids).size > 1
    trial.observe('N11', isNew ? 'new for each attempt' : 'the same for every attempt')
  }
  return attempts - 1
}

/** Moves the clock up the ladder until another attempt is made. @returns the seconds it took; null if none was made */
async function climb(tenant: OwnTenant, attempts: number): Promise<number | null> {
  let waitedS = 0
  for (const rungS of LADDER_S) {
    await tenant.advance(rungS - waitedS)
    waitedS = rungS
    if (tenant.received().length > attempts) return rungS
  }
  return null
}

async function observeAcceptedAnswers(trial: Trial): Promise<void> {
  for (const status of [204, 302]) {
    const tenant = await trial.ownTenant({ receives: true })
    tenant.answerWith(status)
    await approve(tenant)
    await tenant.advance(DAY_S)
    const isAccepted = tenant.received().length === 1
    trial.observe('N9', `${status} ${isAccepted ? 'is accepted' : 'is a failure'}`)
  }
}

async function observeOrder(trial: Trial): Promise<void> {
  const tenant = await trial.ownTenant({ receives: true })
  for (const outcome of ['APPROVED', 'DECLINED', 'APPROVED']) {
    await tenant.complete(await open(tenant.merchant), outcome)
  }
  const times = (await tenant.delivered(3)).map((delivery) => String(eventOf(delivery).createdAt))
  if (times.length < 2) return
  const isOrdered = times.join() === times.toSorted().join()
  trial.observe('N10', isOrdered ? 'in the order of createdAt' : 'not in the order of createdAt')
}

/** Returns after the first attempt, because moving the clock before it would delay the retry as well. */
async function approve(tenant: OwnTenant): Promise<void> {
  await tenant.complete(await open(tenant.merchant), 'APPROVED')
  await tenant.delivered()
}
