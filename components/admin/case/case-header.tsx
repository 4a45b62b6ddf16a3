/** Always in sight: which case, how it stands, how long the pictures stay, and what to do next. */
import { ArrowLeft } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { formatDuration } from '@/components/admin/duration'
import { RevealTimer } from '@/components/admin/reveal/countdown'
import { StatusBadge } from '@/components/admin/status'
import type { WayBack } from '@/components/admin/way-back'
import { buttonClass } from '@/components/ui/button'
import type { InquiryDetail } from '@/lib/back-office/views'
import { isDecision } from '@/lib/inquiries/status'
import { shortReference } from '@/lib/short-reference'
import { CopyId } from './copy-id'
import { NeighbourLinks } from './neighbour-links'
import { NextAction } from './next-action'
import type { NextStep } from './next-step'

interface CaseHeaderProps {
  inquiry: InquiryDetail
  product: string
  now: Date
  step: NextStep
  portalUrl: string | null
  back: WayBack
  /** Addresses, with the list's filter. */
  neighbours: { next: string | null; previous: string | null }
  tools: ReactNode
}

export function CaseHeader(props: CaseHeaderProps) {
  const { inquiry, product, now, step, portalUrl, back, neighbours, tools } = props
  const t = useTranslations('StaffCase')
  const reference = shortReference(inquiry.referenceId)
  return (
    <>
      <div className="sticky top-0 z-20 -mx-5 border-b border-line bg-paper/95 px-5 backdrop-blur sm:-mx-8 sm:px-8 print:static print:mx-0 print:border-0 print:px-0">
        <div className="flex min-h-14 flex-wrap items-center gap-x-1.5 gap-y-1 py-2 sm:gap-x-3">
          <Link
            href={back.href}
            prefetch={false}
            aria-label={`${t('back')}: ${t(`back_${back.place}`)}`}
            title={t(`back_${back.place}`)}
            className={`${buttonClass({ tone: 'quiet', size: 'small' })} -ml-2 px-2! print:hidden`}
          >
            <ArrowLeft aria-hidden="true" className="size-4.5" />
          </Link>
          <div className="flex min-w-0 items-center gap-1">
            <h1 className="truncate font-semibold tracking-tight tabular-nums sm:text-lg">
              {reference}
            </h1>
            <span className="max-sm:hidden">
              <CopyId id={reference} name={t('reference')} />
            </span>
          </div>
          <StatusBadge inquiry={inquiry} />
          <div className="max-sm:hidden">
            <Waiting inquiry={inquiry} now={now} />
          </div>
          <div className="ml-auto flex items-center gap-x-2 max-sm:-mr-2 print:hidden">
            <div className="max-sm:hidden">
              <RevealTimer />
            </div>
            <div className="max-sm:hidden">
              <NextAction step={step} portalUrl={portalUrl} />
            </div>
            <NeighbourLinks {...neighbours} />
          </div>
          <div className="flex w-full justify-end empty:hidden sm:hidden print:hidden">
            <RevealTimer />
          </div>
        </div>
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 pt-3 pb-5">
        <div className="min-w-0">
          <div className="mb-1 sm:hidden">
            <Waiting inquiry={inquiry} now={now} />
          </div>
          <p className="text-[0.9375rem]/6">{t(`next.${step}`)}</p>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-xs/5 text-ink-faint">
            {product}
            <span aria-hidden="true">·</span>
            <span className="inline-flex min-w-0 items-center">
              <span className="font-mono break-all">{inquiry.referenceId}</span>
              <CopyId id={inquiry.referenceId} name="referenceId" />
            </span>
          </p>
        </div>
        <div className="-mx-2.5 flex flex-wrap items-center max-sm:mx-0 max-sm:w-full max-sm:gap-2">
          <div className="sm:hidden print:hidden">
            <NextAction step={step} portalUrl={portalUrl} />
          </div>
          {tools}
        </div>
      </div>
    </>
  )
}

/** How long the case has been waiting and for whom, or how long its decision took. The page keeps it current. */
function Waiting({ inquiry, now }: { inquiry: InquiryDetail; now: Date }) {
  const t = useTranslations('StaffCase')
  const { createdAt, waitingSince, decidedAt } = inquiry
  const isDecided = isDecision(inquiry.status) && decidedAt !== null
  const since = isDecided ? createdAt : (waitingSince ?? createdAt)
  const until = isDecided ? Date.parse(decidedAt) : now.getTime()
  const duration = formatDuration((until - Date.parse(since)) / 1_000, useTranslations('Duration'))
  return (
    <p className="text-sm whitespace-nowrap text-ink-soft tabular-nums">
      <time dateTime={since} title={since}>
        {t(`waiting.${isDecided ? 'decided' : waitingSince ? 'decision' : 'applicant'}`, {
          duration,
        })}
      </time>
    </p>
  )
}
