// The customer's progress, as text and as a bar that screen readers skip.

import { useWords } from './use-words.ts'

export function Progress({
  position,
  total,
  name,
}: {
  position: number
  total: number
  name: string
}) {
  const words = useWords()
  return (
    <div class="progress">
      <p>
        <span>{words.progress(position, total)}</span>
        <span class="progress-name">{name}</span>
      </p>
      <div class="progress-bar" aria-hidden="true">
        {Array.from({ length: total }, (_, index) => index + 1).map((step) => (
          <span key={step} class={step <= position ? 'reached' : ''} />
        ))}
      </div>
    </div>
  )
}
