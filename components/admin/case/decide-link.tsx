'use client'
import { ExternalLink } from 'lucide-react'
import { buttonClass } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { useReveal } from './use-reveal'

/** In the header of a wide screen. It stands back until the documents are shown, because they come first. */
export function DecideInHeader({ href }: { href: string }) {
  const { revealed } = useReveal()
  return (
    <DecideLink href={href} tone={revealed ? 'primary' : 'secondary'} className="max-xl:hidden" />
  )
}

/** Below wide screens, after what is to be compared, once the reader has asked for it. */
export function DecideAfterReveal({ href }: { href: string }) {
  const { state } = useReveal()
  if (state.step === 'hidden' || state.step === 'loading') return null
  return <DecideLink href={href} className="h-11 w-full xl:hidden" />
}

interface DecideLinkProps {
  href: string
  tone?: 'primary' | 'secondary'
  className?: string
}

/** Opens the service's portal, where decisions are made. */
export function DecideLink({ href, tone, className }: DecideLinkProps) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className={cn(buttonClass({ tone, size: 'small' }), className)}
    >
      <span>Decide in the portal</span>
      <ExternalLink aria-hidden="true" className="size-4" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  )
}
