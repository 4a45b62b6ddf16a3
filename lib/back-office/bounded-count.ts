/** Counts stop here, so a number on a screen costs the same with a thousand rows as with millions. */
export const COUNTED_AT_MOST = 1_000
