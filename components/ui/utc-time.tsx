const LOOK = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'UTC',
})

/** A time that staff can compare with logs: UTC, to the second. The tooltip has the milliseconds. */
export function UtcTime({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={iso} className="whitespace-nowrap tabular-nums">
      {LOOK.format(new Date(iso)).replace(',', '')}
    </time>
  )
}
