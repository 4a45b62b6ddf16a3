/** This service's delays and lifetimes, in milliseconds. */

const SECOND_MS = 1_000
const HOUR_MS = 3_600 * SECOND_MS
const DAY_MS = 24 * HOUR_MS

/** N6: the status endpoint may lag behind an event for this long. */
export const LAG_MS = 60 * SECOND_MS
/** N30: the service's clocks differ by at most two seconds, so the order of signed times is certain if they are five seconds apart. */
export const LEAD_MS = 5 * SECOND_MS
/** N2: how long to resend a request. The service keeps an Idempotency-Key for 24 h, and then the request may open a second inquiry. */
export const SENT_AGAIN_MS = 23 * HOUR_MS
/** N29: a decision can be reversed without an event, so the app reads it again at these times after the decision. */
export const DECISION_WATCH_MS = [DAY_MS, 7 * DAY_MS, 30 * DAY_MS]
/**
 * N7: how long to read an expired inquiry. The customer may have finished at the last moment, and an unknown status may be a review.
 * After this time, only an event makes a read due.
 */
export const EXPIRED_WATCH_MS = 7 * DAY_MS
