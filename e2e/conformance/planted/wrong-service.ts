// One wrong service of the planted table: the sandbox with its source changed.
import type { Change } from './planted-sandbox.ts'

export interface WrongService extends Change {
  /** The clause that the suite must name. */
  clause: string
  what: string
  /** Others that can't hold either. */
  besides?: readonly string[]
  /** Where one change isn't enough. */
  and?: readonly Change[]
}
