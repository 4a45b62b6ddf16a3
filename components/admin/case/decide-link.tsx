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

/** The link below the evidence, until it's revealed. Then the header or the bar at the foot of the window has it. */
export function DecideAfterEvidence({ href }: { href: string }) {
  const { state } = useCaseReveal()
  if (state.step === 'shown') return null
  // Once a reveal is refused or has expired, the bar has it on a phone.
  const look = state.step === 'refused' || state.step === 'expired' ? 'max-md:hidden' : ''
  return (
    <DecideLink
      href={href}
      className={`${buttonClass({ size: 'small', tone: 'secondary' })} ${look} mt-3`}
    />
  )
}

/** The link below wide screens, within reach of a thumb. */
export function DecideInFootBar({ href }: { href: string }) {
  const { revealed } = useCaseReveal()
  return (
    <DecideLink href={href} className={buttonClass({ tone: revealed ? 'primary' : 'secondary' })} />
  )
}

/** The link in the full window, which covers the others. */
export function DecideInWindow({ href, className }: DecideLinkProps) {
  const { revealed } = useCaseReveal()
  if (revealed === null) return null
  return <DecideLink href={href} className={className} />
}

/** The link on wide screens, in the header that stays on screen, because the decision panel is often below the fold. */
export function DecideInHeader({ href }: { href: string }) {
  const { revealed } = useCaseReveal()
  if (revealed === null) return null
  return <DecideLink href={href} className={`${buttonClass({ size: 'small' })} max-xl:hidden`} />
}
