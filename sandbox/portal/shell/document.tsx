/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The HTML document of every page of the portal: one style sheet, one script, nothing inline.
import { html } from 'hono/html'
import type { Child } from 'hono/jsx'
import { SERVICE_NAME } from '../brand.tsx'

export function renderDocument(document: { title: string; nonce: string; body: Child }) {
  return html`<!doctype html>${(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{`${document.title} · ${SERVICE_NAME} sandbox`}</title>
        <link rel="icon" type="image/svg+xml" href="/portal/icon.svg" />
        <link rel="stylesheet" href="/portal/assets/portal.css" />
        <script src="/portal/assets/portal.js" nonce={document.nonce} defer></script>
      </head>
      {document.body}
    </html>
  )}`
}
