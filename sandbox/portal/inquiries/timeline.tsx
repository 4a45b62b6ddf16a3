/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// An inquiry's history in words, newest first, by day.
import type { Inquiry } from '../../state/entities.ts'
import { formatDay, formatInstant } from '../shell/instants.ts'
import { type Tone, toneOfStatus } from '../shell/pieces.tsx'
import { capabilityInWords, statusInWords } from '../shell/words.ts'
import { checkOf } from './checks.tsx'

interface Moment {
  at: string
  what: string
  tone: Tone
}

const CHANGES = new Map([
  ['PENDING', 'Opened by the merchant'],
  ['COMPLETED', 'Submitted by the customer'],
])

export function Timeline({ inquiry }: { inquiry: Inquiry }) {
  const results = inquiry.results.map(({ capability, succeeded, at }): Moment => {
    const { tone, word } = checkOf(inquiry, capability, succeeded)
    return {
      at,
      what: `${capabilityInWords(capability)}: ${word.toLowerCase()}`,
      tone: tone === 'good' ? 'plain' : tone,
    }
  })
  const changes = inquiry.history.map(
    ({ status, at }): Moment => ({
      at,
      what: CHANGES.get(status) ?? statusInWords(status),
      tone: toneOfStatus(status),
    }),
  )
  // The sort is stable, so moments with the same timestamp stay in the order in which they happened.
  const moments = [...changes.slice(0, 1), ...results, ...changes.slice(1)]
    .sort((one, other) => one.at.localeCompare(other.at))
    .toReversed()
  const days = [...new Set(moments.map(({ at }) => formatDay(at)))]
  return (
    <section class="panel" aria-labelledby="history">
      <h2 id="history">Timeline</h2>
      {days.map((day) => (
        <div>
          <h3 class="timeline-day">{day}, UTC</h3>
          <ol class="timeline">
            {moments
              .filter(({ at }) => formatDay(at) === day)
              .map(({ at, what, tone }) => (
                <li class={`moment-${tone}`}>
                  <span>{what}</span>
                  <time class="instant" datetime={at} title={formatInstant(at)}>
                    {at.slice(11, 19)}
                  </time>
                </li>
              ))}
          </ol>
        </div>
      ))}
    </section>
  )
}
