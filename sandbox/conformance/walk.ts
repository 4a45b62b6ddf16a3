// Runs every check, one after the other, and collects the reports.
import { DELIVERIES } from './clauses/deliveries.ts'
import { DOCUMENTS } from './clauses/documents.ts'
import { EVENTS } from './clauses/events.ts'
import { GAP_CHECKS } from './clauses/gaps.ts'
import { KEYS } from './clauses/keys.ts'
import { LISTED_DOCUMENTS } from './clauses/listed-documents.ts'
import { OPENING } from './clauses/opening.ts'
import { PORTAL_AND_FLOW } from './clauses/portal-and-flow.ts'
import { READING } from './clauses/reading.ts'
import { REQUEST_HEADERS } from './clauses/request-headers.ts'
import { RULINGS } from './clauses/rulings.ts'
import { type GapReport, isGapId } from './gaps.ts'
import type { Check, CheckReport, Run } from './run.ts'

export const SECTIONS: readonly (readonly [string, readonly Check[]])[] = [
  ['Opening', [...OPENING, ...REQUEST_HEADERS]],
  ['Reading', READING],
  ['Documents', [...DOCUMENTS, ...LISTED_DOCUMENTS]],
  ['Keys and tenants', KEYS],
  ['Webhooks', [...DELIVERIES, ...EVENTS]],
  ['Portal and hosted flow', PORTAL_AND_FLOW],
]

export interface Report {
  sections: { name: string; clauses: CheckReport[] }[]
  /** Rulings (R): our readings of the contract, from which a service may differ. */
  rulings: CheckReport[]
  /** Gaps (N): what the contract leaves open, as observed. */
  gaps: GapReport[]
  requests: number
  durationMs: number
}

/**
 * @param only codes or their letters, as in `['D2', 'W', 'R3']`; null checks everything
 */
export async function walk(run: Run, only: readonly string[] | null): Promise<Report> {
  const startedMs = performance.now()
  const reports = new Map<Check, CheckReport>()
  // D5 comes last, because it looks at every 429 that other checks got.
  const clauses = SECTIONS.flatMap(([, each]) => each).toSorted(
    (one, other) => Number(one.id === 'D5') - Number(other.id === 'D5'),
  )
  for (const each of [...clauses, ...RULINGS, ...GAP_CHECKS]) {
    const { id } = each
    const isWanted = only === null || only.includes(id) || only.includes(id.charAt(0))
    if (!isWanted) continue
    const report = await run.judge(each)
    reports.set(each, report)
    if (isGapId(id)) for (const difference of report.differences) run.observe(id, difference)
  }
  const reportsOf = (checks: readonly Check[]) => checks.flatMap((each) => reports.get(each) ?? [])
  return {
    sections: SECTIONS.map(([name, clauses]) => ({ name, clauses: reportsOf(clauses) })),
    rulings: reportsOf(RULINGS),
    // A partial run doesn't observe most gaps, so leave out those it didn't see.
    gaps: run.http.observations.report().filter(({ unseen }) => only === null || unseen === null),
    requests: run.http.requests,
    durationMs: Math.round(performance.now() - startedMs),
  }
}
