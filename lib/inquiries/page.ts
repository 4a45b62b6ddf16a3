/** Keyset paging: one row more than a page is asked for, which tells whether there is another page. */
import { z } from 'zod'
import type { Page } from './views'

export const PAGE_SIZE = 25

export function toPage<Item>(items: Item[], cursorOf: (item: Item) => string): Page<Item> {
  const shown = items.slice(0, PAGE_SIZE)
  const last = shown.at(-1)
  return { items: shown, nextCursor: items.length > PAGE_SIZE && last ? cursorOf(last) : null }
}

/** A cursor that is none is no condition: it comes from a URL, which anyone may have edited. */
export function before(after: string | undefined) {
  const id = z.guid().safeParse(after)
  return id.success ? { lt: id.data } : undefined
}
