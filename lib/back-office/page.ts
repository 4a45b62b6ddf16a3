/** Keyset paging: query one row more than fits on a page to know whether there is a next page. */
import { z } from 'zod'

export const PAGE_SIZE = 25

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

/** The time in a cursor. PostgreSQL has no year 0. */
export const instantSchema = z.iso
  .datetime({ precision: 3 })
  .refine((text) => !text.startsWith('0000'))
  .transform((text) => new Date(text))
