'use client'
/** Opens the command palette, by button or Ctrl/⌘ K. The palette itself loads when it's first opened. */
import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { PaletteTexts } from './palette-texts'

const PaletteDialog = lazy(() => import('./palette-dialog'))

interface CommandPaletteProps {
  pages: readonly { href: string; label: string }[]
  texts: PaletteTexts
}

export function CommandPalette({ pages, texts }: CommandPaletteProps) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const change = (open: boolean) => {
    setOpen(open)
    if (open) setOpened(true)
  }
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpened(true)
      setOpen((open) => !open)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => change(true)}
        className="inline-flex h-9 items-center gap-2 rounded-lg border border-line px-2.5 text-sm text-ink-faint transition-colors hover:border-line-strong hover:text-ink lg:w-full"
      >
        <Search aria-hidden="true" className="size-4" />
        <span className="truncate max-lg:sr-only">{texts.open}</span>
        <kbd className="ml-auto shrink-0 font-sans text-xs max-lg:hidden">{texts.keys}</kbd>
      </button>
      {wasOpened && (
        <Suspense>
          <PaletteDialog isOpen={isOpen} onOpenChange={change} pages={pages} texts={texts} />
        </Suspense>
      )}
    </>
  )
}
