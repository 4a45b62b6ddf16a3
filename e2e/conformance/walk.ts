// Walks every clause of the contract, one after the other, and reports what was seen.
import { type Clause, Unreachable, Violation } from './clause.ts'
import { DOCUMENTS } from './clauses/documents.ts'
import { KEYS } from './clauses/keys.ts'
import { OPENING } from './clauses/opening.ts'
import { PORTAL_AND_FLOW } from './clauses/portal-and-flow.ts'
import { READING } from './clauses/reading.ts'
import { WEBHOOKS } from './clauses/webhooks.ts'
import type { GapReport } from './gaps.ts'
import { survey } from './survey.ts'
import { type Stage, Trial } from './trial.ts'

const SECTIONS: readonly (readonly [string, readonly Clause[]])[] = [
  ['Opening', OPENING],
  ['Reading', READING],
  ['Documents', DOCUMENTS],
  ['Keys and tenants', KEYS],
  ['Webhooks', WEBHOOKS],
  ['Portal and hosted flow', PORTAL_AND_FLOW],
]

export interface ClauseReport {
  id: string
  title: string
  verdict: 'pass' | 'fail' | 'not reachable'
  /** What was broken; null unless it failed. */
  violation: string | null
  /** Parts that could not be reached from here, and why. */
  notSeen: string[]
}

export interface Report {
  sections: { name: string; clauses: ClauseReport[] }[]
  gaps: GapReport[]
  requests: number
  durationMs: number
}

/** @throws RateLimitedError when the service asks for a longer wait than the suite is ready for. */
export async function walk(stage: Stage): Promise<Report> {
  const startedMs = performance.now()
  const sections = []
  for (const [name, clauses] of SECTIONS) {
    const reports: ClauseReport[] = []
    for (const each of clauses) reports.push(await judge(each, new Trial(stage)))
    sections.push({ name, clauses: reports })
  }
  await surveyIfReachable(stage)
  return {
    sections,
    gaps: stage.observations.report(),
    requests: stage.http.requests,
    durationMs: Math.round(performance.now() - startedMs),
  }
}

async function judge({ id, title, check }: Clause, trial: Trial): Promise<ClauseReport> {
  const seen = { id, title, violation: null, notSeen: trial.unreached }
  try {
    await check(trial)
    return { ...seen, verdict: trial.wasSeen ? 'pass' : 'not reachable' }
  } catch (error) {
    if (error instanceof Unreachable) {
      return { ...seen, verdict: 'not reachable', notSeen: [error.message] }
    }
    if (!(error instanceof Violation)) throw error
    return { ...seen, verdict: 'fail', violation: error.message }
  }
}

/** What the survey stumbles over is some clause's failure, and told there. */
async function surveyIfReachable(stage: Stage): Promise<void> {
  try {
    await survey(new Trial(stage))
  } catch (error) {
    if (!(error instanceof Unreachable || error instanceof Violation)) throw error
  }
}
