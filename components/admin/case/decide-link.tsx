'use client'
import { ExternalLink } from 'lucide-react'
import { buttonClass } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { useReveal } from './use-reveal'

/** For the case's page, where it stands back until the documents are shown, because they come first. */
export function DecideAfterDocuments({ href, className }: { href: string; className: string }) {
  const { revealed } = useReveal()
  return <DecideLink href={href} tone={revealed ? 'primary' : 'secondary'} className={className} />
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
