/** What the staff area's queries and screens share. A view's type is next to its query. Dates are ISO 8601 strings. */

/** We tell customers that a review takes up to one working day. */
export const OVERDUE_MS = 24 * 3_600_000
/** Counts stop here, so a number on a screen costs the same with a thousand rows as with millions. */
export const COUNTED_AT_MOST = 1_000

export interface Page<Item> {
  items: Item[]
  /** Pass as `after` for the next page; null on the last one. */
  nextCursor: string | null
}

export type RefreshResult =
  | { ok: true; status: string | null; changed: boolean }
  | { ok: false; reason: 'not_found' | 'not_opened' | 'unavailable' }
  /** Another read is under way, and one more follows within seconds. */
  | { ok: false; reason: 'under_way' }
  /** `rate_limited`: by the service, and the read is due. `too_often`: by this app, for one member of staff. */
  | { ok: false; reason: 'rate_limited' | 'too_often'; retryAfterMs: number }
