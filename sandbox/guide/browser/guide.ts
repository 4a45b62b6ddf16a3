// The console's script: Space goes on, the stage gets a window of its own, the timers count, and the page follows the story.
const STAGE = 'stage'
const TICK_MS = 250

/** How far the server's clock is ahead of this machine's. */
const aheadMs = Number(document.body.dataset.now) - Date.now()

function showTimes(): void {
  for (const time of document.querySelectorAll<HTMLElement>('[data-since]')) {
    const ms = Date.now() + aheadMs - Number(time.dataset.since)
    const seconds = Math.max(0, Math.floor(ms / 1000))
    time.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  }
}

/** Puts the HTML from the server, which escapes it, in the place of what has changed. */
function show(parts: Record<string, string>): void {
  for (const [id, html] of Object.entries(parts)) {
    const place = document.getElementById(id)
    if (!place || shown.get(id) === html) continue
    shown.set(id, html)
    const hadFocus = place.contains(document.activeElement)
    place.innerHTML = html
    if (hadFocus) place.querySelector<HTMLElement>('[data-primary], [aria-current]')?.focus()
  }
  showTimes()
}
const shown = new Map<string, string>()

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
  if (document.activeElement?.matches('button')) return
  event.preventDefault()
  document.querySelector<HTMLButtonElement>('[data-primary]')?.click()
})

showTimes()
setInterval(showTimes, TICK_MS)
new EventSource('/guide/stream').addEventListener('parts', ({ data }) => show(JSON.parse(data)))
