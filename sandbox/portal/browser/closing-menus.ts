// Closes an open menu or confirmation on Escape, or on a click elsewhere.
const OVERLAYS = 'details[data-closes], details.confirm'

export function startClosingMenus(): void {
  const opened = () => document.querySelectorAll<HTMLDetailsElement>(`:is(${OVERLAYS})[open]`)
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    for (const details of opened()) {
      details.open = false
      details.querySelector('summary')?.focus()
    }
  })
  document.addEventListener('click', ({ target }) => {
    for (const details of opened()) {
      if (target instanceof Node && !details.contains(target)) details.open = false
    }
  })
}
