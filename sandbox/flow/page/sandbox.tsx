// What only a sandbox has, below the actual step: a row with one button or sentence, or several controls in a section that
// starts collapsed. Once opened or closed, sections stay that way on later screens. A screen has at most one of these.

import { Icon } from './icons.tsx'
import { useWords } from './words.ts'

let isOpen = false

interface SandboxSectionProps {
  title: string
  /** The current choice, shown while the section is collapsed. */
  chosen?: string
  children?: unknown
}

export function SandboxSection({ title, chosen, children }: SandboxSectionProps) {
  const words = useWords()
  return (
    <details
      class="sandbox"
      open={isOpen}
      onToggle={({ target }: Event) => {
        // `toggle` also fires for a section that starts open.
        if (!(target instanceof HTMLDetailsElement) || target.open === isOpen) return
        isOpen = target.open
        if (target.open) target.scrollIntoView({ block: 'nearest' })
      }}
    >
      <summary class="row">
        <span class="badge">{words.testMode}</span>
        <strong>{title}</strong>
        {chosen === undefined ? null : <small class="clip">{chosen}</small>}
        <Icon name="chevron" />
      </summary>
      {children}
    </details>
  )
}

interface SandboxButtonProps {
  text: string
  /** What the button does, for assistive technology. */
  description: string
  onPress: () => void
}

/** Belongs to a screen's actions, so it's never cut by the footer. */
export function SandboxButton({ text, description, onPress }: SandboxButtonProps) {
  const words = useWords()
  return (
    <div class="sandbox row">
      <span class="badge">{words.testMode}</span>
      <button type="button" class="secondary row" aria-describedby="sandbox-hint" onClick={onPress}>
        {text}
      </button>
      <span id="sandbox-hint" class="visually-hidden">
        {description}
      </span>
    </div>
  )
}

export function SandboxNote({ text }: { text: string }) {
  const words = useWords()
  return (
    <p class="sandbox row">
      <span class="badge">{words.testMode}</span>
      <span>{text}</span>
    </p>
  )
}
