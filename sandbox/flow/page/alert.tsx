// A problem, told at once by a screen reader. The region is always there: one that comes with its text stays unread.

export function Alert({ text }: { text: string | null }) {
  return (
    <div role="alert" class="alert-region">
      {text === null ? null : <p class="alert">{text}</p>}
    </div>
  )
}
