/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The filter form, and the controls that need a script: pause, and whether the stream is live.
import { Icon } from '../shell/icons.tsx'
import type { WireFilter } from './wire-filter.ts'

const DIRECTIONS = [
  ['', 'All directions'],
  ['request', 'Requests in'],
  ['delivery', 'Deliveries out'],
] as const

export function WireToolbar({ filter }: { filter: WireFilter }) {
  return (
    <form class="wire-toolbar" method="get" action="/portal/wire" data-wire-filter>
      <div class="search">
        <label class="visually-hidden" for="words">
          Filter by path, status, ID, event kind or reference
        </label>
        <Icon name="search" />
        <input
          id="words"
          name="words"
          type="search"
          maxlength={256}
          placeholder="Path, status, ID, event or reference"
          value={filter.words}
        />
      </div>
      <div class="field">
        <label class="visually-hidden" for="direction">
          Direction
        </label>
        <select id="direction" name="direction">
          {DIRECTIONS.map(([value, label]) => (
            <option value={value} selected={value === filter.direction}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <label class="check">
        <input type="checkbox" name="problems" value="1" checked={filter.problemsOnly} />
        Problems only
      </label>
      <button class="button" type="submit" data-script-replaces>
        Filter
      </button>
    </form>
  )
}

export function WireLive() {
  return (
    <div class="wire-live page-act" hidden data-wire-live>
      <span class="live-dot" data-wire-state="connecting" />
      <span role="status" data-wire-state-text>
        Connecting…
      </span>
      <button class="button" type="button" aria-pressed="false" data-wire-pause>
        Pause
      </button>
    </div>
  )
}
