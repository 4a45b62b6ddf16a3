// O6: expiresAt can be any ISO-8601 date-time. `Date.parse` reads only some forms, and takes a missing zone for local time.

const DATE = String.raw`(?<year>\d{4})(?:-?W(?<week>\d{2})-?(?<weekday>[1-7])|-?(?<month>\d{2})-?(?<day>\d{2})|-?(?<dayOfYear>\d{3}))`
const TIME = String.raw`(?<hour>\d{2})(?::?(?<minute>\d{2})(?::?(?<second>\d{2}))?)?(?:[.,](?<fraction>\d+))?`
const ZONE = String.raw`(?:Z|(?<sign>[+-])(?<zoneHour>\d{2})(?::?(?<zoneMinute>\d{2}))?)`
const DATE_TIME = new RegExp(`^${DATE}T${TIME}(?<zone>${ZONE})?$`, 'i')

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

type Parts = Record<string, string | undefined>

/** Epoch milliseconds; null if the text is no date-time, or its day or time doesn't exist. A missing zone means UTC (N33). */
export function parseInstant(text: string): number | null {
  const parts: Parts | undefined = DATE_TIME.exec(text)?.groups
  if (!parts) return null
  const dayMs = readDay(parts)
  const timeMs = readTime(parts)
  const offsetMs = readOffset(parts)
  if (dayMs === null || timeMs === null || offsetMs === null) return null
  return dayMs + timeMs - offsetMs
}

/** Whether a date-time names its zone. */
export function namesZone(text: string): boolean {
  return DATE_TIME.exec(text)?.groups?.zone !== undefined
}

/** Midnight UTC of a calendar date, an ordinal date (`2026-326`) or a week date (`2026-W47-7`). */
function readDay(parts: Parts): number | null {
  const year = Number(parts.year)
  if (parts.week !== undefined) {
    // Week 1 is the week that contains 4 January. Weeks begin on Monday.
    const fourthMs = utcDay(year, 1, 4)
    const firstMondayMs = fourthMs - ((new Date(fourthMs).getUTCDay() + 6) % 7) * DAY_MS
    const dayMs =
      firstMondayMs + ((Number(parts.week) - 1) * 7 + Number(parts.weekday) - 1) * DAY_MS
    const thursday = new Date(dayMs + (4 - Number(parts.weekday)) * DAY_MS)
    return thursday.getUTCFullYear() === year ? dayMs : null
  }
  if (parts.dayOfYear !== undefined) {
    const dayMs = utcDay(year, 1, Number(parts.dayOfYear))
    return new Date(dayMs).getUTCFullYear() === year ? dayMs : null
  }
  const month = Number(parts.month)
  const dayMs = utcDay(year, month, Number(parts.day))
  const day = new Date(dayMs)
  return day.getUTCFullYear() === year && day.getUTCMonth() === month - 1 ? dayMs : null
}

function readTime({ hour, minute, second, fraction }: Parts): number | null {
  if (Number(minute ?? 0) > 59 || Number(second ?? 0) > 59) return null
  // The fraction applies to the smallest unit given.
  const unitMs = minute === undefined ? HOUR_MS : second === undefined ? MINUTE_MS : 1_000
  const timeMs =
    Number(hour) * HOUR_MS +
    Number(minute ?? 0) * MINUTE_MS +
    Number(second ?? 0) * 1_000 +
    Math.floor(Number(`0.${fraction ?? 0}`) * unitMs)
  return timeMs <= DAY_MS ? timeMs : null
}

function readOffset({ sign, zoneHour, zoneMinute }: Parts): number | null {
  if (Number(zoneHour ?? 0) > 23 || Number(zoneMinute ?? 0) > 59) return null
  const offsetMs = Number(zoneHour ?? 0) * HOUR_MS + Number(zoneMinute ?? 0) * MINUTE_MS
  return sign === '-' ? -offsetMs : offsetMs
}

/** Unlike `Date.UTC`, doesn't turn year 26 into 1926. */
function utcDay(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day)
}
