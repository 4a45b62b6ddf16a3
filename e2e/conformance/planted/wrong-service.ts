// An entry of the planted tables: the sandbox, changed to break one clause.
import type { Change } from './planted-sandbox.ts'

export interface WrongService extends Change {
  /** The clause that the suite must name. */
  clause: string
  what: string
  /** Other clauses that the change breaks as well. */
  alsoBreaks?: readonly string[]
  /** More changes, if one isn't enough. */
  and?: readonly Change[]
  /** Values of gaps without which the mistake can't show. */
  settings?: Record<string, string>
}
