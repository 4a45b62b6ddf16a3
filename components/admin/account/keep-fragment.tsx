'use client'
import type { FormEvent, ReactNode } from 'react'

/**
 * Adds the page's fragment to the form's address. The server doesn't see it, and the browser carries it through the redirect
 * back to the page. Without this, choosing a language would lose a one-time link's token.
 */
export function KeepFragment({ children }: { children: ReactNode }) {
  return <div onSubmitCapture={keepFragment}>{children}</div>
}

function keepFragment({ target }: FormEvent) {
  if (!(target instanceof HTMLFormElement)) return
  const address = new URL(target.action)
  address.hash = window.location.hash
  target.action = address.href
}
