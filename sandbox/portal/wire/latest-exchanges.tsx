/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The last few exchanges of one key or endpoint, each with a link to its page on the wire.
import { Identifier } from '../shell/identifier.tsx'
import { Since } from '../shell/pieces.tsx'
import { eventInWords } from '../shell/words.ts'
import { AnswerBadge, RequestLine } from './exchange-row.tsx'
import type { ShownExchange } from './visible-wire.ts'

const MAX_SHOWN = 4

interface LatestExchangesProps {
  title: string
  /** Oldest first. */
  exchanges: readonly ShownExchange[]
  nowMs: number
}

export function LatestExchanges({ title, exchanges, nowMs }: LatestExchangesProps) {
  if (exchanges.length === 0) return null
  return (
    <div class="latest">
      <h3>{title}</h3>
      <ul class="recent">
        {exchanges
          .slice(-MAX_SHOWN)
          .toReversed()
          .map(({ entry, kind, referenceId }) => (
            <li>
              <span class="recent-who">
                <a href={`/portal/wire/${entry.sequence}`}>
                  {entry.direction === 'delivery' ? (
                    eventInWords(kind ?? 'event')
                  ) : (
                    <RequestLine entry={entry} />
                  )}
                </a>
                {referenceId !== null && (
                  <small>
                    <Identifier text={referenceId} />
                  </small>
                )}
              </span>
              <span class="recent-status">
                <AnswerBadge status={entry.status} failure={entry.failure} />
              </span>
              <Since at={entry.at} nowMs={nowMs} />
            </li>
          ))}
      </ul>
    </div>
  )
}
