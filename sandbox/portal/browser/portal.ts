// The portal's script. Every page works without it; it copies, switches the tenant and keeps the wire up to date.

document.addEventListener('click', async ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-copy]') : null
  const source = button && document.getElementById(button.dataset.copy ?? '')
  if (!source) return
  // Without clipboard access, the reader can copy what is selected.
  getSelection()?.selectAllChildren(source)
  await navigator.clipboard?.writeText(source.textContent.trim())
  button.classList.add('tone-good')
})

document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLSelectElement && target.matches('[data-submit-on-change]'))
    target.form?.requestSubmit()
})

/** Wide enough for list and detail side by side; the style sheet uses the same number. */
const SIDE_BY_SIDE = '(min-width: 70rem)'

function keepUpToDate(list: HTMLElement, detail: HTMLElement, live: HTMLInputElement): void {
  let shown = list.querySelector<HTMLAnchorElement>('[aria-current]')?.href

  /** Takes these parts of the page from another one. */
  async function take(url: string, ...parts: HTMLElement[]): Promise<void> {
    const response = await fetch(url)
    // The session has ended: the page redirects to the sign-in.
    if (response.redirected) return location.reload()
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const focused = list.querySelector(':focus')?.getAttribute('href')
    const { scrollTop, scrollHeight } = list
    for (const part of parts) {
      const fresh = page.getElementById(part.id)
      // An error, or an exchange that is no longer kept.
      if (!fresh) return location.assign(url)
      part.replaceChildren(...fresh.childNodes)
    }
    for (const link of list.querySelectorAll('a'))
      link.ariaCurrent = link.href === shown ? 'true' : null
    // Whoever is at the top follows along.
    if (scrollTop > 0) list.scrollTop = scrollTop + list.scrollHeight - scrollHeight
    list.querySelector<HTMLElement>(`[href="${focused}"]`)?.focus()
  }

  let stream: EventSource | undefined
  const follow = () => {
    stream?.close()
    // A browser has few connections per host.
    if (document.hidden || !live.checked) return
    stream = new EventSource('/portal/wire/stream')
    stream.addEventListener('exchange', () => take(`/portal/wire${location.search}`, list))
  }
  document.addEventListener('visibilitychange', follow)
  live.addEventListener('change', follow)
  follow()

  list.addEventListener('click', async (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (!matchMedia(SIDE_BY_SIDE).matches) return
    event.preventDefault()
    // It's there already, and somebody may be filling in its form.
    if (link.href === shown) return
    shown = link.href
    history.replaceState(null, '', shown)
    list.parentElement?.setAttribute('data-selected', '')
    await take(shown, detail, list)
  })
}

const [list, detail, live] = ['wire-list', 'wire-detail', 'live'].map((id) =>
  document.getElementById(id),
)
if (list && detail && live instanceof HTMLInputElement) keepUpToDate(list, detail, live)
