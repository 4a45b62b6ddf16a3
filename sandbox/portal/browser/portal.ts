// The wire’s script: it keeps the list up to date. Every page works without it.

const POLL_MS = 1_000
const list = document.getElementById('wire-list')
let seen = ''

/** Loads the wire's list again, unless its reader has scrolled down or moves through it by keyboard. */
async function followWire(): Promise<void> {
  const isRead = document.hidden || scrollY > 0 || list?.contains(document.activeElement)
  // There's no answer while the sandbox restarts.
  const response = isRead
    ? null
    : await fetch(`/portal/wire/list${location.search}`).catch(() => null)
  // The session has ended: the page leads to the sign-in.
  if (response?.redirected) return location.reload()
  const html = response?.ok ? await response.text() : seen
  if (list && html !== seen) {
    seen = html
    // The server escapes what is in it.
    list.innerHTML = html
  }
  setTimeout(followWire, POLL_MS)
}
if (list) void followWire()
