/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// A moment of the sandbox's clock, which is not the reader's: always in UTC, and said so.

export function Instant({ at, ticks = false }: { at: string; ticks?: boolean }) {
  return (
    <time class="instant" datetime={at} data-ticks={ticks ? '' : undefined}>
      {formatInstant(at)}
    </time>
  )
}

/** `2026-11-21 12:04:09 UTC` */
function formatInstant(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`
}
