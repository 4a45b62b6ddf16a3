// Checks every clause of the contract, one after the other, and reports the results.
import type { Clause } from './clause.ts'
import { DELIVERIES } from './clauses/deliveries.ts'
import { DOCUMENT_ACCESS } from './clauses/document-access.ts'
import { DOCUMENT_URLS } from './clauses/document-urls.ts'
import { EVENT_DATA } from './clauses/event-data.ts'
import { EVENTS } from './clauses/events.ts'
import { EXPIRES_AT } from './clauses/expires-at.ts'
import { IDEMPOTENCY } from './clauses/idempotency.ts'
import { IDENTITY } from './clauses/identity.ts'
import { KEYS } from './clauses/keys.ts'
import { LISTED_DOCUMENTS } from './clauses/listed-documents.ts'
import { OPENING } from './clauses/opening.ts'
import { OPENING_FIELDS } from './clauses/opening-fields.ts'
import { PORTAL_AND_FLOW } from './clauses/portal-and-flow.ts'
import { READING, STATUS } from './clauses/reading.ts'
import { REQUEST_HEADERS } from './clauses/request-headers.ts'
import type { GapReport } from './gaps.ts'
import { survey } from './survey.ts'
import { type Stage, Trial, type UnseenPart } from './trial.ts'
import { Unreachable, Violation } from './verdict.ts'

const SECTIONS: readonly (readonly [string, readonly Clause[]])[] = [
  ['Opening', [...OPENING, ...OPENING_FIELDS, ...EXPIRES_AT, ...IDEMPOTENCY, ...REQUEST_HEADERS]],
  ['Reading', [...READING, ...IDENTITY, ...STATUS]],
  ['Documents', [...DOCUMENT_ACCESS, ...DOCUMENT_URLS, ...LISTED_DOCUMENTS]],
  ['Keys and tenants', KEYS],
  ['Webhooks', [...DELIVERIES, ...EVENTS, ...EVENT_DATA]],
  ['Portal and hosted flow', PORTAL_AND_FLOW],
]

export interface ClauseReport {
  id: string
  title: string
  verdict: 'pass' | 'fail' | 'not reachable'
  /** What was broken; null unless it failed. */
  violation: string | null
  /** Parts that couldn't be reached from here. */
  unseen: UnseenPart[]
}

export interface Report {
  sections: { name: string; clauses: ClauseReport[] }[]
  gaps: GapReport[]
  requests: number
  durationMs: number
}

/**
 * @param only clauses and section letters, as in `['D2', 'W']`; null checks everything and surveys the gaps.
 * @throws RateLimitedError when the service asks for a longer wait than the suite accepts.
 */
export async function walk(stage: Stage, only: readonly string[] | null): Promise<Report> {
  const startedMs = performance.now()
  const reports = new Map<Clause, ClauseReport>()
  for (const each of inWalkingOrder()) {
    const { id } = each
    const isWanted = only === null || only.includes(id) || only.includes(id.charAt(0))
    if (isWanted) reports.set(each, await judge(each, new Trial(stage)))
  }
  if (only === null) await surveyIfReachable(stage)
  return {
    sections: SECTIONS.map(([name, clauses]) => ({
      name,
      clauses: clauses.flatMap((each) => reports.get(each) ?? []),
    })),
    // A partial run skips most gaps by design.
    gaps: stage.observations.report().filter(({ unseen }) => only === null || unseen === null),
    requests: stage.http.requests,
    durationMs: Math.round(performance.now() - startedMs),
  }
}

/** In order, except that D5 comes last: it looks at every 429 that the others got. */
function inWalkingOrder(): Clause[] {
  const clauses = SECTIONS.flatMap(([, each]) => each)
  return clauses.toSorted((one, other) => Number(one.id === 'D5') - Number(other.id === 'D5'))
}

async function judge({ id, title, check }: Clause, trial: Trial): Promise<ClauseReport> {
  const seen = { id, title, violation: null, unseen: trial.unreached }
  try {
    await check(trial)
    return { ...seen, verdict: trial.wasSeen ? 'pass' : 'not reachable' }
  } catch (error) {
    if (error instanceof Unreachable) {
      return {
        ...seen,
        verdict: 'not reachable',
        unseen: [{ part: 'all of it', why: error.message }],
      }
    }
    if (!(error instanceof Violation)) throw error
    return { ...seen, verdict: 'fail', violation: error.message }
  }
}

/** A failure here is already reported by the clause that it breaks. */
async function surveyIfReachable(stage: Stage): Promise<void> {
  try {
    await survey(new Trial(stage))
  } catch (error) {
    if (!(error instanceof Unreachable || error instanceof Violation)) throw error
  }
}
