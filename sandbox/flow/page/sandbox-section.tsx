// What only a sandbox offers, folded below what a customer came for. Once opened or closed it stays so on later screens.

import { createContext, useContext } from 'hono/jsx/dom'
import { Icon } from './icons.tsx'
import { useWords } from './use-words.ts'

export interface SandboxFold {
  /** Null until the person has opened or closed one. */
  open: boolean | null
  onOpen: (open: boolean) => void
}

const FoldContext = createContext<SandboxFold>({ open: null, onOpen: () => undefined })
export const SandboxFoldProvider = FoldContext.Provider

interface SandboxSectionProps {
  title: string
  /** What is chosen inside, for the reader of a closed one. */
  chosen?: string
  /** Whether it's open while nobody has said otherwise. */
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
        // One that starts open says so too.
        const isNews = target instanceof HTMLDetailsElement && target.open !== isOpen
        if (isNews) fold.onOpen(!isOpen)
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
