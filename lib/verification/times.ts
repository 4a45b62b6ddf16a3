/** How long this service takes, waits and remembers. All in milliseconds. */

const SECOND_MS = 1_000
const HOUR_MS = 3_600 * SECOND_MS
const DAY_MS = 24 * HOUR_MS

/** N6: the status endpoint may lag behind an event for this long. */
export const LAG_MS = 60 * SECOND_MS
/** N30: the service's clocks agree within two seconds, so two events that are five seconds apart were signed in this order. */
export const LEAD_MS = 5 * SECOND_MS
/**
 * N2: the service keeps an Idempotency-Key for 24 h. After that, the same request might open a second inquiry, so it is sent again
 * for a little less.
 */
export const SENT_AGAIN_MS = 23 * HOUR_MS
/** N29: a decision can be reversed without an event, so it is read again this long after it was made. */
export const DECISION_WATCH_MS = [DAY_MS, 7 * DAY_MS, 30 * DAY_MS]
/**
 * N7: an inquiry that expired unused may have been completed at the last moment, and an unknown status may be a review. Both are
 * read for a while longer. After that, only an event revives them.
 */
export const EXPIRED_WATCH_MS = 7 * DAY_MS
