'use client'
import { ExternalLink } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useCaseReveal } from '@/components/admin/reveal/reveal-context'
import { buttonClass } from '@/components/ui/button'

interface DecideLinkProps {
  href: string
  className: string
}

/** Opens the service's portal, where decisions are made. */
function DecideLink({ href, className }: DecideLinkProps) {
  const t = useTranslations('StaffCase')
  return (
    <a href={href} target="_blank" rel="noreferrer" className={className}>
      {t('decideInPortal')}
      <ExternalLink aria-hidden="true" className="size-4" />
      <span className="sr-only">{t('newTab')}</span>
    </a>
  )
}

/**
 * The link below the evidence. It becomes the primary button once the evidence is revealed, except on wide screens, where
 * the header then has it. On a phone, the bar at the foot of the window always has it.
 */
export function DecideAfterEvidence({ href }: { href: string }) {
  const { revealed } = useCaseReveal()
  const look =
    revealed === null
      ? buttonClass({ size: 'small', tone: 'secondary' })
      : `${buttonClass({ size: 'small' })} xl:hidden`
  return <DecideLink href={href} className={`${look} max-md:hidden`} />
}

/** The link on a phone, within reach of a thumb. */
export function DecideInFootBar({ href }: { href: string }) {
  const { revealed } = useCaseReveal()
  return (
    <DecideLink href={href} className={buttonClass({ tone: revealed ? 'primary' : 'secondary' })} />
  )
}

/** The link on wide screens, in the header that stays on screen, because the decision panel is often below the fold. */
export function DecideInHeader({ href }: { href: string }) {
  const { revealed } = useCaseReveal()
  if (revealed === null) return null
  return <DecideLink href={href} className={`${buttonClass({ size: 'small' })} max-xl:hidden`} />
}
