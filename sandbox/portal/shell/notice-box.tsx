/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// How the last form went. A secret in it is on this page and nowhere else.
import type { Notice } from '../notices.ts'

export function NoticeBox({ notice }: { notice: Notice }) {
  const { tone, text, secret } = notice
  return (
    <div class={`notice notice-${tone}`} role={tone === 'problem' ? 'alert' : 'status'}>
      <p>{text}</p>
      {secret && (
        <>
          <p class="secret">
            <span class="secret-label">{secret.label}</span>
            <code id="secret-value">{secret.value}</code>
            <button class="button" type="button" hidden data-copy="#secret-value">
              Copy
            </button>
          </p>
          <p class="secret-warning">Copy it now: it is shown once, and nobody can show it again.</p>
        </>
      )}
    </div>
  )
}
