/**
 * The smallest UUIDv7 of a point in time. Our ids sort by creation time, so a query for a date range can use the primary key instead
 * of an index on a date.
 */
export function uuid7At(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`
}
