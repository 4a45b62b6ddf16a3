// The console's script: Space goes on, the stage gets a window of its own, the timers count, and the page follows the story.
const STAGE = 'stage'
const TICK_MS = 250
/** A presenter who presses Space just when the cue changes didn't mean the new one. */
const SETTLE_MS = 1_000

/** How far the server's clock is ahead of this machine's. */
const aheadMs = Number(document.body.dataset.now) - Date.now()

function showTimes(): void {
  for (const time of document.querySelectorAll<HTMLElement>('[data-since], [data-until]')) {
    const { since, until } = time.dataset
    const nowMs = Date.now() + aheadMs
    const ms = since ? nowMs - Number(since) : Number(until) - nowMs
    const seconds = Math.max(0, Math.floor(ms / 1000))
    time.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  }
  for (const time of document.querySelectorAll<HTMLElement>('[data-at]'))
    time.textContent = new Date(Number(time.dataset.at)).toLocaleTimeString('en-GB')
}

/** Puts the HTML from the server, which escapes it, in the place of what has changed. */
function show(parts: Record<string, string>): void {
  for (const [id, html] of Object.entries(parts)) {
    const place = document.getElementById(id)
    if (!place || shown.get(id) === html) continue
    shown.set(id, html)
    if (id === 'cues') settle()
    const hadFocus = place.contains(document.activeElement)
    place.innerHTML = html
    if (hadFocus) place.querySelector<HTMLElement>('[data-primary], [aria-current]')?.focus()
  }
  showTimes()
}
const shown = new Map<string, string>()

let settled: ReturnType<typeof setTimeout> | undefined
function settle(): void {
  clearTimeout(settled)
  document.body.dataset.settling = ''
  settled = setTimeout(() => {
    delete document.body.dataset.settling
  }, SETTLE_MS)
}

/** The browser opens a tab for a new target. A window can go to the projector. */
function openStage(target: string): void {
  if (target === STAGE) window.open('', STAGE, 'popup,width=1280,height=860')
}

document.addEventListener('submit', ({ target }) => {
  if (target instanceof HTMLFormElement) openStage(target.target)
})
document.addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest('a') : null
  if (link) openStage(link.target)
})
document.addEventListener('keydown', (event) => {
  const isPlain = !event.repeat && !event.ctrlKey && !event.altKey && !event.metaKey
  if (event.key !== ' ' || !isPlain) return
  // Space presses the button that has the focus.
  if (document.activeElement?.matches('button:not([data-primary])')) return
  event.preventDefault()
  if (document.body.dataset.settling === undefined)
    document.querySelector<HTMLElement>('[data-primary]')?.click()
})

showTimes()
setInterval(showTimes, TICK_MS)
new EventSource('/guide/stream').addEventListener('parts', ({ data }) => show(JSON.parse(data)))
