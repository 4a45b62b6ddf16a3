// What the suite is made of: a clause of the contract, the check that walks it, and the ways that a check can end.
import type { Trial } from './trial.ts'

/** One clause, named as in clauses.md. The check returns when the clause holds. */
export interface Clause {
  id: string
  title: string
  /** @throws Violation when the service breaks the clause, Unreachable when nobody here can see whether it does. */
  check(trial: Trial): Promise<void>
}

export function clause(id: string, title: string, check: Clause['check']): Clause {
  return { id, title, check }
}

/** The service breaks the clause. The message says what was expected and seen, and never quotes a person's data. */
export class Violation extends Error {
  override name = 'Violation'
}

/** What cannot be seen from here, and what would make it visible. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

export function demand(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Violation(otherwise)
}
