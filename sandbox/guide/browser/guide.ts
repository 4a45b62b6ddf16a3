// The script of the console and of the screen for the room. It fetches the page again whenever the story changes. In the console,
// Space presses the primary button, and the stage opens in its own window.
const TICK_MS = 1_000
const COUNT_MS = 250
/** After a change, Space does nothing for this long, because the presenter may have meant the previous cue. */
const SETTLE_MS = 1_000
const PARTS = ['clock', 'say', 'do', 'calls', 'cues', 'look', 'next', 'lanes', 'figures']
const FEATURES = new Map([
  ['stage', 'popup,width=1280,height=860'],
  // Beside the stage, or full on the projector.
  ['room', `popup,width=${screen.availWidth / 2},height=${screen.availHeight}`],
])

let settled: ReturnType<typeof setTimeout> | undefined
function settle(): void {
  clearTimeout(settled)
  document.body.dataset.settling = ''
  settled = setTimeout(() => {
    delete document.body.dataset.settling
  }, SETTLE_MS)
}

function show(page: Document): void {
  for (const id of PARTS) {
    const place = document.getElementById(id)
    const fresh = page.getElementById(id)
    if (!place || !fresh || place.innerHTML === fresh.innerHTML) continue
    if (id === 'cues') settle()
    if (id === 'next') shownAtMs = performance.now()
    const hadFocus = place.contains(document.activeElement)
    place.replaceChildren(...fresh.childNodes)
    if (hadFocus) document.querySelector<HTMLElement>('[data-primary]')?.focus()
  }
  const lead = document.querySelector<HTMLFormElement>('#lead')
  const number = page.querySelector<HTMLElement>('#lead')?.dataset.number
  if (lead && number && number !== lead.dataset.number) {
    // A remote control asked for another page. Only this window can change the stage, because it opened it.
    lead.dataset.number = number
    lead.submit()
  }
  const moves = document.getElementById('moves')
  if (moves) showMoves(moves, [...page.querySelectorAll<HTMLElement>('[data-key]')])
  countDown()
}

/** Keeps lines that are already there, because an inserted line is animated. */
function showMoves(list: HTMLElement, fresh: HTMLElement[]): void {
  const keys = new Set(fresh.map(({ dataset }) => dataset.key))
  for (const line of list.querySelectorAll<HTMLElement>('[data-key]'))
    if (!keys.has(line.dataset.key)) line.remove()
  let next = list.firstElementChild
  for (const line of fresh) {
    if (next instanceof HTMLElement && next.dataset.key === line.dataset.key)
      next = next.nextElementSibling
    else list.insertBefore(line, next)
  }
}

let shownAtMs = performance.now()
function countDown(): void {
  const left = document.querySelector<HTMLElement>('[data-left-ms]')
  if (!left) return
  const ms = Number(left.dataset.leftMs) - (performance.now() - shownAtMs)
  const seconds = Math.ceil(ms / 1000)
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  left.textContent = seconds > 0 ? text : 'now'
}

let isAsking = false
let isStale = false
async function refresh(): Promise<void> {
  isStale = true
  if (isAsking) return
  isAsking = true
  while (isStale) {
    isStale = false
    try {
      const page = await (await fetch(location.href)).text()
      show(new DOMParser().parseFromString(page, 'text/html'))
    } catch {
      // The sandbox is restarting. The stream of changes will reconnect and refresh.
    }
  }
  isAsking = false
}

document.addEventListener('submit', ({ target }) => {
  // By itself, the browser would open a tab for a new target. A window can be moved to the projector.
  if (target instanceof HTMLFormElement && target.target !== '')
    window.open('', target.target, FEATURES.get(target.target))
})
// A button that the mouse has pressed keeps the focus, and Space would press it again instead of going on.
document.addEventListener('click', ({ detail, target }) => {
  if (detail > 0 && target instanceof Element) target.closest('button')?.blur()
})
document.addEventListener('keydown', (event) => {
  const isPlain = !event.repeat && !event.ctrlKey && !event.altKey && !event.metaKey
  if (event.key !== ' ' || !isPlain) return
  // As usual, Space presses a focused button and opens a focused list.
  if (document.activeElement?.matches('button:not([data-primary]), select')) return
  event.preventDefault()
  if (document.body.dataset.settling === undefined)
    document.querySelector<HTMLElement>('[data-primary]')?.click()
})

settle()
countDown()
setInterval(countDown, COUNT_MS)
// Keeps the console's clock up to date.
if (document.getElementById('clock')) setInterval(refresh, TICK_MS)
new EventSource('/guide/changes').onmessage = refresh
