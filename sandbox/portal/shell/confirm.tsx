/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// A step that cannot be undone: opened first, then done. Works without a script.

export function Confirm(props: {
  label: string
  subject: string
  action: string
  warning: string
}) {
  const { label, subject, action, warning } = props
  return (
    <details class="confirm">
      <summary class="button">
        {label}
        <span class="visually-hidden"> {subject}</span>…
      </summary>
      <form method="post" action={action}>
        <p>{warning}</p>
        <button class="button button-danger" type="submit">
          {label}
          <span class="visually-hidden"> {subject}</span>
        </button>
      </form>
    </details>
  )
}
