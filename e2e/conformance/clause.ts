// One clause of the contract and the check that tests it.
import type { Trial } from './trial.ts'

export interface Clause {
  /** As in docs/contract.md: "D2". */
  id: string
  title: string
  /** @throws Violation when the service breaks the clause, Unreachable when this run can't see whether it does. */
  check(trial: Trial): Promise<void>
}

export function clause(id: string, title: string, check: Clause['check']): Clause {
  return { id, title, check }
}
