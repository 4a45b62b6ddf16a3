/** Which events may share a statement. Pure. */

/** By what an event can touch a row. */
interface EventNames {
  id: string
  inquiryId: string | null
  referenceId: string | null
}

/**
 * One statement changes a row once, so no two of its events may touch the same one. Those that name a reference and
 * those that do not could still meet at a row, each by another of its ids, and are kept apart.
 */
export function canGoTogether(one: EventNames, other: EventNames): boolean {
  return (
    one.id !== other.id &&
    (one.inquiryId === null || one.inquiryId !== other.inquiryId) &&
    (one.referenceId === null) === (other.referenceId === null) &&
    (one.referenceId === null || one.referenceId !== other.referenceId)
  )
}
