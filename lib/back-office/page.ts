/** Bounded lists and counts. Lists use keyset paging: a query fetches one row more than a page shows, to know whether more follow. */
import { z } from 'zod'

export const PAGE_SIZE = 25

/** Counts stop here, so that counting millions of rows costs no more than counting a thousand. */
export const COUNTED_AT_MOST = 1_000

/** `999+` if the count reached the limit. */
export const countText = (count: number): string =>
  count >= COUNTED_AT_MOST ? `${COUNTED_AT_MOST - 1}+` : String(count)

export interface Page<Item> {
  items: Item[]
  /** Pass as `after` for the next page; null on the last one. */
  nextCursor: string | null
}

export function toPage<Item>(
  items: Item[],
  cursorOf: (item: Item) => string,
  pageSize = PAGE_SIZE,
): Page<Item> {
  const shown = items.slice(0, pageSize)
  const last = shown.at(-1)
  return { items: shown, nextCursor: items.length > pageSize && last ? cursorOf(last) : null }
}

/** For a list in the order of a time; ids break ties. */
export const toCursor = (at: Date | null, id: string): string => `${at?.toISOString()}~${id}`

/** PostgreSQL has no year 0. */
const cursorSchema = z.tuple([
  z.iso.datetime({ precision: 3 }).refine((text) => !text.startsWith('0000')),
  z.guid(),
])

/** @returns null if the text isn't a cursor: it comes from a URL, which anyone can edit */
export function parseCursor(after: string | undefined): { at: Date; id: string } | null {
  const parsed = cursorSchema.safeParse(after?.split('~')).data
  return parsed ? { at: new Date(parsed[0]), id: parsed[1] } : null
}
