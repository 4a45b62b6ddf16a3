'use client'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { cn } from './cn'

interface CopyButtonProps {
  text: string
  /** `Copy referenceId` */
  label: string
  copiedLabel: string
  className?: string
}

/** On a phone, the touch target is larger than the icon. */
const ICON_ONLY =
  'relative inline-flex size-6 shrink-0 items-center justify-center rounded-md align-middle text-subtle-foreground transition-colors hover:bg-muted hover:text-foreground print:hidden max-sm:after:absolute max-sm:after:-inset-2.5'

/** Copies an id without showing it. If the page has no access to the clipboard (plain HTTP), it shows the id instead. */
export function CopyButton({ text, label, copiedLabel, className }: CopyButtonProps) {
  const [result, setResult] = useState<'copied' | 'shown' | null>(null)
  useEffect(() => {
    if (result !== 'copied') return
    const timer = setTimeout(() => setResult(null), 2_000)
    return () => clearTimeout(timer)
  }, [result])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setResult('copied')
    } catch {
      setResult('shown')
    }
  }

  if (result === 'shown')
    return <code className="font-mono text-xs/5 break-all select-all">{text}</code>
  const Icon = result === 'copied' ? Check : Copy
  return (
    <>
      <button
        type="button"
        onClick={copy}
        aria-label={label}
        title={label}
        className={cn(ICON_ONLY, className)}
      >
        <Icon aria-hidden="true" className="size-3.5" />
      </button>
      <span role="status" className="sr-only">
        {result === 'copied' ? copiedLabel : ''}
      </span>
    </>
  )
}
