/** Live updates without jumping rows: what is on the screen changes in place, and what is new waits to be asked for. */

interface Row {
  /** A uuid7: sorts by the time of creation. */
  id: string
}

export interface LiveRows<Item> {
  rows: Item[]
  /** Rows of the latest page that are not on the screen yet. */
  arrivals: number
}

/**
 * @param shown what is on the screen, newest first
 * @param latest the same page asked for again
 * @param isLastPage whether nothing older than `latest` exists
 */
export function mergeLiveRows<Item extends Row>(
  shown: readonly Item[],
  latest: readonly Item[],
  isLastPage: boolean,
): LiveRows<Item> {
  const latestById = new Map(latest.map((item) => [item.id, item]))
  const oldestShown = shown.at(-1)?.id ?? ''
  const oldestLatest = latest.at(-1)?.id ?? ''
  // A row older than the latest page was pushed off it by newer ones; any other that is missing has left the filter.
  const wasPushedOff = (item: Item) => !isLastPage && item.id < oldestLatest
  const shownIds = new Set(shown.map((item) => item.id))
  return {
    rows: shown.flatMap((item) => latestById.get(item.id) ?? (wasPushedOff(item) ? item : [])),
    arrivals: latest.filter((item) => !shownIds.has(item.id) && item.id > oldestShown).length,
  }
}
