/** Keyset paging: query one row more than fits on a page to know whether there is a next page. */
import { z } from 'zod'
import type { Page } from './views'

export const PAGE_SIZE = 25
/** How many rows a page scans for a filter without an index. The next page continues from there. */
export const SCANNED_AT_MOST = 5_000

/** @param stoppedAt the cursor of the last row that was scanned, if there may be more after it */
export function toPage<Item>(
  items: Item[],
  cursorOf: (item: Item) => string,
  pageSize = PAGE_SIZE,
  stoppedAt?: string,
): Page<Item> {
  const shown = items.slice(0, pageSize)
  const last = shown.at(-1)
  const isFull = items.length > pageSize && last !== undefined
  return { items: shown, nextCursor: isFull ? cursorOf(last) : (stoppedAt ?? null) }
}

/** The time in a cursor. PostgreSQL has no year 0. */
export const instantSchema = z.iso
  .datetime({ precision: 3 })
  .refine((text) => !text.startsWith('0000'))
  .transform((text) => new Date(text))
