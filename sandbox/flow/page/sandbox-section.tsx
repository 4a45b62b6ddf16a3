// Controls that only a sandbox has, below the actual step: a single button in a row, or several controls in a section that
// collapses. Once opened or closed, sections stay that way on later screens.

import { createContext, useContext } from 'hono/jsx/dom'
import { Icon } from './icons.tsx'
import { useWords } from './use-words.ts'

export interface SandboxFold {
  /** Null until the customer opens or closes one. */
  open: boolean | null
  onOpen: (open: boolean) => void
}

const FoldContext = createContext<SandboxFold>({ open: null, onOpen: () => undefined })
export const SandboxFoldProvider = FoldContext.Provider

interface SandboxSectionProps {
  title: string
  /** The current choice, shown while the section is collapsed. */
  chosen?: string
  /** Whether it's open until the customer opens or closes one. */
  startsOpen?: boolean
  children?: unknown
}

export function SandboxSection({
  title,
  chosen,
  startsOpen = false,
  children,
}: SandboxSectionProps) {
  const words = useWords()
  const fold = useContext(FoldContext)
  const isOpen = fold.open ?? startsOpen
  return (
    <details
      class="sandbox-section"
      open={isOpen}
      onToggle={({ target }: Event) => {
        // `toggle` also fires for a section that starts open.
        if (!(target instanceof HTMLDetailsElement) || target.open === isOpen) return
        fold.onOpen(target.open)
        if (target.open) target.scrollIntoView({ block: 'nearest' })
      }}
    >
      <summary>
        <span class="badge">{words.testMode}</span>
        <span class="sandbox-title">{title}</span>
        {chosen === undefined ? null : <span class="sandbox-chosen">{chosen}</span>}
        <Icon name="chevron" />
      </summary>
      <div class="sandbox-body">{children}</div>
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
    <div class="sandbox-section sandbox-row">
      <span class="badge">{words.testMode}</span>
      <button
        type="button"
        class="secondary small"
        aria-describedby="sandbox-hint"
        onClick={onPress}
      >
        {text}
      </button>
      <span id="sandbox-hint" class="visually-hidden">
        {description}
      </span>
    </div>
  )
}
