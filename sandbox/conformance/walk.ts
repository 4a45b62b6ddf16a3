// Checks every clause of the contract, one after the other, and reports the results.
import { DELIVERIES, deliveryId } from './clauses/deliveries.ts'
import { DOCUMENTS } from './clauses/documents.ts'
import { EVENTS } from './clauses/events.ts'
import { KEYS } from './clauses/keys.ts'
import { LISTED_DOCUMENTS } from './clauses/listed-documents.ts'
import { OPENING } from './clauses/opening.ts'
import { PORTAL_AND_FLOW } from './clauses/portal-and-flow.ts'
import { READING } from './clauses/reading.ts'
import { REQUEST_HEADERS } from './clauses/request-headers.ts'
import { eventOf, lagOf } from './control.ts'
import { DAY_S, MINUTE_S, Unreachable, Violation } from './expectations.ts'
import type { GapReport } from './gaps.ts'
import { type Clause, type ClauseReport, FAILURES, type Run } from './run.ts'

export const SECTIONS: readonly (readonly [string, readonly Clause[]])[] = [
  ['Opening', [...OPENING, ...REQUEST_HEADERS]],
  ['Reading', READING],
  ['Documents', [...DOCUMENTS, ...LISTED_DOCUMENTS]],
  ['Keys and tenants', KEYS],
  ['Webhooks', [...DELIVERIES, ...EVENTS]],
  ['Portal and hosted flow', PORTAL_AND_FLOW],
]

/** An event that takes longer is late (N10). */
const SOON_S = 10 * MINUTE_S

export interface Report {
  sections: { name: string; clauses: ClauseReport[] }[]
  gaps: GapReport[]
  requests: number
  durationMs: number
}

/**
 * @param only clauses and section letters, as in `['D2', 'W']`; null checks everything and surveys the gaps.
 */
export async function walk(run: Run, only: readonly string[] | null): Promise<Report> {
  const startedMs = performance.now()
  const reports = new Map<Clause, ClauseReport>()
  // D5 comes last: it looks at every 429 that the others got.
  const clauses = SECTIONS.flatMap(([, each]) => each).toSorted(
    (one, other) => Number(one.id === 'D5') - Number(other.id === 'D5'),
  )
  for (const each of clauses) {
    const { id } = each
    const isWanted = only === null || only.includes(id) || only.includes(id.charAt(0))
    if (isWanted) reports.set(each, await run.judge(each))
  }
  if (only === null) await surveyIfReachable(run)
  return {
    sections: SECTIONS.map(([name, clauses]) => ({
      name,
      clauses: clauses.flatMap((each) => reports.get(each) ?? []),
    })),
    // A partial run skips most gaps by design.
    gaps: run.http.observations.report().filter(({ unseen }) => only === null || unseen === null),
    requests: run.http.requests,
    durationMs: Math.round(performance.now() - startedMs),
  }
}

/** Observes gaps that no clause touches (N6, N8–N11). A failure here is already reported by the clause that it breaks. */
async function surveyIfReachable(run: Run): Promise<void> {
  try {
    const retries = await observeRetries(run)
    // Only a retry shows that a response counted as a failure.
    if (retries > 0) await observeAcceptedAnswer(run)
    await observeOrder(run)
    await observeLag(run)
  } catch (error) {
    if (!(error instanceof Unreachable || error instanceof Violation)) throw error
  }
}

/** @returns how many retries one delivery got */
async function observeRetries(run: Run): Promise<number> {
  const attempts = await run.attempts()
  const retries = attempts.length - 1
  run.observe('N8', `${retries} retries${retries < FAILURES ? '' : ' or more'}`)
  const isNew = new Set(attempts.map(deliveryId)).size > 1
  if (retries > 0) run.observe('N11', isNew ? 'new for each attempt' : 'the same for every attempt')
  return retries
}

async function observeAcceptedAnswer(run: Run): Promise<void> {
  const tenant = await run.createTenant()
  tenant.failNext(1, 204)
  await tenant.approve()
  await tenant.advance(DAY_S)
  const isAccepted = (await tenant.arrived()).length === 1
  run.observe('N9', `204 ${isAccepted ? 'is accepted' : 'is a failure'}`)
}

async function observeOrder(run: Run): Promise<void> {
  const tenant = await run.createTenant()
  for (let count = 0; count < 3; count += 1) {
    await tenant.complete(await tenant.open(), 'APPROVED')
    // The clock stands still otherwise, and events of one moment have no order.
    await tenant.advance(1)
  }
  await tenant.advance(SOON_S)
  const soon = await tenant.arrived()
  const arrived = soon.length > 0 ? soon : await tenant.delivered(3)
  const times = arrived.map((delivery) => String(eventOf(delivery).createdAt))
  if (times.length < 2) return
  const isOrdered = times.join() === times.toSorted().join()
  const order = isOrdered ? 'in the order of createdAt' : 'not in the order of createdAt'
  run.observe('N10', soon.length > 0 ? order : `more than ${SOON_S / MINUTE_S} minutes late`)
}

async function observeLag(run: Run): Promise<void> {
  const tenant = await run.createTenant()
  const inquiryId = await tenant.open()
  await tenant.complete(inquiryId, 'APPROVED')
  const [delivery] = await tenant.delivered()
  const { status } = await tenant.read(inquiryId)
  if (delivery) run.observe('N6', lagOf(delivery, status))
}
