import { ExternalLink } from 'lucide-react'
import { buttonClass } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'

/** Links to the service's portal, where reviewers decide. */
export const PortalLink = ({ href }: { href: string }) => (
  <a
    href={href}
    target="_blank"
    rel="noreferrer"
    className={cn(buttonClass({ tone: 'secondary' }), 'max-sm:w-full')}
  >
    <span>Decide in the portal</span>
    <ExternalLink aria-hidden="true" className="size-4" />
    <span className="sr-only">(opens in a new tab)</span>
  </a>
)
