/**
 * The least uuid7 of a moment. Rows are in the order of time by their id, so a range of dates is a range of ids
 * and needs no index of its own.
 */
export function uuid7At(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`
}
