// How a check can fail.

/** The service breaks the clause. The message says what was expected and seen, and never quotes a person's data. */
export class Violation extends Error {
  override name = 'Violation'
}

/** This run can't see whether the clause holds. The message says what would make it visible. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

export function demand(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Violation(otherwise)
}
