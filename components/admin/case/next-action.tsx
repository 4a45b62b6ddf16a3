'use client'
import { ExternalLink, Eye } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useCaseReveal } from '@/components/admin/reveal/reveal-context'
import { Button, buttonClass } from '@/components/ui/button'
import type { NextStep } from './next-step'

/** The button for the next step, where there is one: look first, then decide where decisions are made. */
export function NextAction({ step, portalUrl }: { step: NextStep; portalUrl: string | null }) {
  const t = useTranslations('StaffCase')
  const { access, state, reveal } = useCaseReveal()
  if (step !== 'decide' || access !== 'allowed') return null
  if (state.step !== 'shown')
    return (
      <Button size="small" onClick={reveal} inactive={state.step === 'loading'}>
        <Eye aria-hidden="true" className="size-4" />
        {t('review')}
      </Button>
    )
  if (portalUrl === null) return null
  return (
    <a href={portalUrl} target="_blank" rel="noreferrer" className={buttonClass({ size: 'small' })}>
      {t('decideInPortal')}
      <ExternalLink aria-hidden="true" className="size-4" />
    </a>
  )
}
