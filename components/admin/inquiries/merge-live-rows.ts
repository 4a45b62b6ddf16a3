/** Live updates without jumping rows: shown rows update in place, and new ones wait until the reader asks for them. */
import type { InquirySort } from '@/lib/back-office/inquiry-order'

export interface LiveRow {
  /** UUIDv7, so it sorts by creation time. */
  id: string
  waitingSince: string | null
}

export interface LiveRows<Item> {
  rows: Item[]
  /** How many rows of the latest page aren't shown yet. */
  arrivals: number
}

interface Page {
  sort: InquirySort
  /** Whether this is the last page. */
  isLast: boolean
}

/**
 * @param shown the rows on screen, in the list's order
 * @param latest the same page, fetched again
 */
export function mergeLiveRows<Item extends LiveRow>(
  shown: readonly Item[],
  latest: readonly Item[],
  { sort, isLast }: Page,
): LiveRows<Item> {
  const latestById = new Map(latest.map((item) => [item.id, item]))
  const lastShown = shown.at(-1)
  const lastOfLatest = latest.at(-1)
  // A missing row that sorts after the latest page was pushed off it. Any other no longer matches the filter.
  const wasPushedOff = (item: Item) =>
    !isLast && lastOfLatest !== undefined && isBefore(lastOfLatest, item, sort)
  const shownIds = new Set(shown.map((item) => item.id))
  // With the newest first, rows at the bottom only fill gaps that others left. In a queue, new rows join there.
  const isArrival = (item: Item) =>
    sort !== 'newest' || lastShown === undefined || isBefore(item, lastShown, sort)
  return {
    rows: shown.flatMap((item) => latestById.get(item.id) ?? (wasPushedOff(item) ? item : [])),
    arrivals: latest.filter((item) => !shownIds.has(item.id) && isArrival(item)).length,
  }
}

function isBefore(one: LiveRow, other: LiveRow, sort: InquirySort): boolean {
  if (sort === 'newest') return one.id > other.id
  if (sort === 'oldest') return one.id < other.id
  const [since, otherSince] = [one.waitingSince ?? '', other.waitingSince ?? '']
  return since === otherSince ? one.id < other.id : since < otherSince
}
