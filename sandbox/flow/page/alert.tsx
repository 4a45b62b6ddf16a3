// A problem that screen readers announce. The region is always present: one added together with its text isn't read.

export function Alert({ text }: { text: string | null }) {
  return (
    <div role="alert" class="alert-region">
      {text === null ? null : <p class="alert">{text}</p>}
    </div>
  )
}
