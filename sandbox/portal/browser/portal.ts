// The portal's script. Every page works without it; it makes the wire live, among other conveniences.
import { formatInstant } from '../instants.ts'
import { startCopyButtons } from './copy-buttons.ts'
import { startLiveWire } from './live-wire.ts'

const TICK_MS = 1_000

for (const button of document.querySelectorAll<HTMLElement>('[data-script-replaces]')) {
  button.hidden = true
}
for (const select of document.querySelectorAll<HTMLSelectElement>('[data-submit-on-change]')) {
  // It may have been changed before this script ran.
  if (!select.selectedOptions[0]?.defaultSelected) select.form?.requestSubmit()
  select.addEventListener('change', () => select.form?.requestSubmit())
}

startCopyButtons(document)

/** The sandbox's clock ticks: the time at which the page was rendered, plus the time since. */
const startedMs = performance.now()
for (const instant of document.querySelectorAll<HTMLTimeElement>('time[data-ticks]')) {
  const madeMs = Date.parse(instant.dateTime)
  setInterval(() => {
    const now = new Date(madeMs + performance.now() - startedMs).toISOString()
    instant.textContent = formatInstant(now)
  }, TICK_MS)
}

const list = document.querySelector<HTMLElement>('[data-wire-list]')
if (list) startLiveWire(list)
