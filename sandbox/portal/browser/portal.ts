// The wire page's script, which keeps the list current. Every page works without it.

const POLL_MS = 1_000
const list = document.getElementById('wire-list')
let seen = ''

/** Reloads the wire's list, unless the reader has scrolled down or moves through it by keyboard. */
async function followWire(): Promise<void> {
  const isRead = document.hidden || scrollY > 0 || list?.contains(document.activeElement)
  // The request fails while the sandbox restarts.
  const response = isRead
    ? null
    : await fetch(`/portal/wire/list${location.search}`).catch(() => null)
  // The session has ended, so the reload leads to the sign-in.
  if (response?.redirected) return location.reload()
  const html = response?.ok ? await response.text() : seen
  if (list && html !== seen) {
    seen = html
    // The server has escaped the contents.
    list.innerHTML = html
  }
  setTimeout(followWire, POLL_MS)
}
if (list) void followWire()
