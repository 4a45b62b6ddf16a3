/** Keyset paging: query one row more than fits on a page to know whether there is a next page. */
import { z } from 'zod'
import type { Page } from './views'

export const PAGE_SIZE = 25

export function toPage<Item>(
  items: Item[],
  cursorOf: (item: Item) => string,
  pageSize = PAGE_SIZE,
): Page<Item> {
  const shown = items.slice(0, pageSize)
  const last = shown.at(-1)
  return { items: shown, nextCursor: items.length > pageSize && last ? cursorOf(last) : null }
}

/** An invalid cursor is ignored: it comes from a URL, which anyone can edit. */
export function before(after: string | undefined) {
  const id = z.guid().safeParse(after)
  return id.success ? { lt: id.data } : undefined
}
