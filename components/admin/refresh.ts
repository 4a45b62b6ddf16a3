'use client'
/**
 * Refreshes what the server has rendered of a staff page. When the request of a refresh fails, Next loads the whole page
 * again. That would cancel the link that the reader has just followed, because WebKit and Firefox end a page's requests as
 * soon as it's being left. Without a connection, it would replace the page with the browser's own. Next has no setting for it,
 * so its request doesn't fail here: it's sent again until it's answered or the reader is on another page.
 */
import { useRouter } from 'next/navigation'

const RETRY_MS = 2_000

export function useRefresh(): () => void {
  return useRouter().refresh
}

if (typeof window !== 'undefined') {
  const send = window.fetch
  window.fetch = (input, init) =>
    isRefresh(input, init) ? sendUntilAnswered(send, input, init) : send(input, init)
}

/** A navigation requests another URL, a prefetch has a header of its own, and an action isn't a GET. */
function isRefresh(input: RequestInfo | URL, init: RequestInit | undefined): input is string | URL {
  if (input instanceof Request || (init?.method ?? 'GET') !== 'GET') return false
  const headers = new Headers(init?.headers)
  return headers.has('rsc') && !headers.has('next-router-prefetch') && isThisPage(input)
}

/** Next adds `_rsc` to the URL that it requests. */
function isThisPage(requested: string | URL): boolean {
  const url = new URL(requested, window.location.href)
  url.searchParams.delete('_rsc')
  const { pathname, search } = window.location
  return url.pathname === pathname && `${url.searchParams}` === `${new URLSearchParams(search)}`
}

async function sendUntilAnswered(
  send: typeof fetch,
  input: string | URL,
  init: RequestInit | undefined,
): Promise<Response> {
  for (;;) {
    try {
      const response = await send(input, init)
      // Waits for all of it, because Next can't resume a body that breaks off.
      await response.clone().arrayBuffer()
      return response
    } catch (error) {
      // A network error. Anything else is an abort, which Next asked for.
      if (!(error instanceof TypeError)) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      // Next has dropped the refresh of the page that the reader left.
      if (!isThisPage(input)) return new Promise(() => {})
    }
  }
}
