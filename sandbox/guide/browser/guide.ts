// The console's script: Space goes on, the stage gets a window of its own, and the page follows the story.
const POLL_MS = 500
/** A presenter who presses Space just when the cue changes didn't mean the new one. */
const SETTLE_MS = 1_000
const PARTS = ['clock', 'say', 'do', 'calls', 'cues']

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
    const hadFocus = place.contains(document.activeElement)
    place.replaceChildren(...fresh.childNodes)
    if (hadFocus) document.querySelector<HTMLElement>('[data-primary]')?.focus()
  }
}

async function follow(): Promise<void> {
  try {
    const page = await (await fetch('/guide')).text()
    show(new DOMParser().parseFromString(page, 'text/html'))
  } catch {
    // The sandbox restarts.
  }
  setTimeout(follow, POLL_MS)
}

document.addEventListener('submit', ({ target }) => {
  // The browser opens a tab for a new target. A window can go to the projector.
  if (target instanceof HTMLFormElement && target.target !== '')
    window.open('', target.target, 'popup,width=1280,height=860')
})
// A button that the mouse has pressed keeps the focus, and Space would press it again instead of going on.
document.addEventListener('click', ({ detail, target }) => {
  if (detail > 0 && target instanceof Element) target.closest('button')?.blur()
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

settle()
void follow()
