import { ExternalLink } from 'lucide-react'
import { buttonClass } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'

interface PortalLinkProps {
  /** The setting VERIFICATION_PORTAL_URL. */
  url: string
  /** The case that it opens. Without one, it leads to the portal's own start. */
  inquiry?: { referenceId: string; serviceInquiryId: string | null }
}

export const portalAddress = ({ url, inquiry }: PortalLinkProps): string =>
  url
    .replace('{referenceId}', encodeURIComponent(inquiry?.referenceId ?? ''))
    .replace('{inquiryId}', encodeURIComponent(inquiry?.serviceInquiryId ?? ''))

/** Links to the service's portal, where reviewers decide. */
export const PortalLink = (props: PortalLinkProps) => (
  <a
    href={portalAddress(props)}
    target="_blank"
    rel="noreferrer"
    className={cn(buttonClass({ tone: 'secondary' }), 'max-sm:w-full')}
  >
    <span>{props.inquiry ? 'Decide in the portal' : 'Open the portal'}</span>
    <ExternalLink aria-hidden="true" className="size-4" />
    <span className="sr-only">(opens in a new tab)</span>
  </a>
)
