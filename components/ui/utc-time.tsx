const LOOK = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'UTC',
})

/** A time for staff, who compare it with logs: always UTC, to the second; milliseconds in the tooltip. */
export function UtcTime({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={iso} className="whitespace-nowrap tabular-nums">
      {LOOK.format(new Date(iso)).replace(',', '')}
    </time>
  )
}
