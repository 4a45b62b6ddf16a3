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

const POLL_MS = 1_000

/** Asks for new exchanges, and opens one beside the list. */
function followWire(list: HTMLElement, detail: HTMLElement, live: HTMLInputElement): void {
  let shown = list.querySelector<HTMLAnchorElement>('[aria-current]')?.href
  let seen = ''

  /** HTML from the server, which escapes what is in it. Null if the sandbox restarts, or doesn't keep the exchange any more. */
  async function load(url: string): Promise<string | null> {
    try {
      const response = await fetch(url)
      // The session has ended: the page redirects to the sign-in.
      if (response.redirected) {
        location.reload()
        return null
      }
      return response.ok ? await response.text() : null
    } catch {
      return null
    }
  }

  function mark(): void {
    for (const link of list.querySelectorAll('a'))
      link.ariaCurrent = link.href === shown ? 'true' : null
  }

  function showList(html: string): void {
    if (html === seen) return
    seen = html
    const focused = list.querySelector(':focus')?.getAttribute('href')
    const { scrollTop, scrollHeight } = list
    list.innerHTML = html
    mark()
    // Whoever is at the top follows along.
    if (scrollTop > 0) list.scrollTop = scrollTop + list.scrollHeight - scrollHeight
    list.querySelector<HTMLElement>(`[href="${focused}"]`)?.focus()
  }

  async function follow(): Promise<void> {
    if (live.checked && !document.hidden) {
      const html = await load(`/portal/wire/list${location.search}`)
      if (html !== null && live.checked) showList(html)
    }
    setTimeout(follow, POLL_MS)
  }
  void follow()

  list.addEventListener('click', async (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (!matchMedia(SIDE_BY_SIDE).matches) return
    event.preventDefault()
    // It's there already, and somebody may be filling in its form.
    if (link.href === shown) return
    const html = await load(`${link.pathname}/detail`)
    if (html === null) return location.assign(link.href)
    detail.innerHTML = html
    shown = link.href
    history.replaceState(null, '', shown)
    list.parentElement?.setAttribute('data-selected', '')
    mark()
  })
}

const [list, detail, live] = ['wire-list', 'wire-detail', 'live'].map((id) =>
  document.getElementById(id),
)
if (list && detail && live instanceof HTMLInputElement) followWire(list, detail, live)
