'use client'
import { ExternalLink } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useCaseReveal } from '@/components/admin/reveal/reveal-context'
import { buttonClass } from '@/components/ui/button'

/** Leads to where decisions are made. The main thing to do once the evidence has been seen, and not before. */
export function DecideLink({ href }: { href: string }) {
  const t = useTranslations('StaffCase')
  const { revealed } = useCaseReveal()
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className={buttonClass({ size: 'small', tone: revealed === null ? 'secondary' : 'primary' })}
    >
      {t('decideInPortal')}
      <ExternalLink aria-hidden="true" className="size-4" />
      <span className="sr-only">{t('newTab')}</span>
    </a>
  )
}
