/** Live updates without jumping rows: shown rows update in place, and new ones wait until they are asked for. */

interface Row {
  /** UUIDv7, so it sorts by creation time. */
  id: string
}

export interface LiveRows<Item> {
  rows: Item[]
  /** How many rows of the latest page aren't shown yet. */
  arrivals: number
}

/**
 * @param shown the rows on screen, newest first
 * @param latest the same page, fetched again
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
  // A missing row that is older than the latest page was pushed off by newer ones. Any other no longer matches.
  const wasPushedOff = (item: Item) => !isLastPage && item.id < oldestLatest
  const shownIds = new Set(shown.map((item) => item.id))
  return {
    rows: shown.flatMap((item) => latestById.get(item.id) ?? (wasPushedOff(item) ? item : [])),
    arrivals: latest.filter((item) => !shownIds.has(item.id) && item.id > oldestShown).length,
  }
}
