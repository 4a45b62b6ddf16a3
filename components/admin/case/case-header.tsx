/**
 * The case's header, which stays on screen: the reference, the status, how long the case has waited and, once the pictures are
 * revealed, how long they stay and the link to decide.
 */
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
import { DecideInHeader } from './decide-link'

interface CaseHeaderProps {
  inquiry: InquiryDetail
  product: string
  now: Date
  /** The portal, where the reader decides. Null if there's nothing for them to decide, or no portal is configured. */
  decideUrl: string | null
  back: WayBack
  /** What else to do with the case. */
  tools: ReactNode
}

export function CaseHeader(props: CaseHeaderProps) {
  const { inquiry, product, now, decideUrl, back, tools } = props
  const t = useTranslations('StaffCase')
  const reference = shortReference(inquiry.referenceId)
  return (
    <div className="sticky top-0 z-20 -mx-5 mb-5 border-b border-line bg-paper px-5 sm:-mx-8 sm:px-8 print:static print:mx-0 print:border-0 print:px-0">
      {/* One row, or two on a phone and, while the pictures are shown, on a tablet. */}
      <div className="group/head flex min-h-14 flex-wrap items-center gap-x-1.5 py-2 sm:gap-x-3 sm:py-2.5">
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
        <div className="flex min-h-9 min-w-0 flex-1 items-center justify-between gap-x-3 max-md:order-1 max-md:basis-[calc(100%-6rem)] md:max-xl:basis-auto md:max-xl:group-has-[[role=timer]]/head:order-1 md:max-xl:group-has-[[role=timer]]/head:basis-full">
          {/* On a phone, the timer takes the place of what the decision's panel says too. */}
          <p
            className={`min-w-0 truncate text-sm text-ink-soft tabular-nums print:block! ${isDecision(inquiry.status) ? 'max-sm:group-has-[[role=timer]]/head:hidden' : ''}`}
          >
            <Waiting inquiry={inquiry} now={now} />
            <span className="max-sm:hidden print:inline"> · {product}</span>
          </p>
          <div className="ml-auto flex shrink-0 items-center print:hidden">
            <RevealTimer />
          </div>
        </div>
        <div className="ml-auto flex shrink-0 items-center max-sm:-mr-2.5 max-md:order-2 sm:gap-1 print:hidden">
          {tools}
        </div>
        {decideUrl !== null && <DecideInHeader href={decideUrl} />}
      </div>
    </div>
  )
}

/** How long the case has waited for a decision or been open, or how long the decision took. Updates while the page is open. */
function Waiting({ inquiry, now }: { inquiry: InquiryDetail; now: Date }) {
  const t = useTranslations('StaffCase')
  const { createdAt, waitingSince, decidedAt } = inquiry
  const isDecided = isDecision(inquiry.status) && decidedAt !== null
  const since = isDecided ? createdAt : (waitingSince ?? createdAt)
  const until = isDecided ? Date.parse(decidedAt) : now.getTime()
  const duration = formatDuration((until - Date.parse(since)) / 1_000)
  return (
    <time dateTime={since} title={since}>
      {t(`waiting.${isDecided ? 'decided' : waitingSince ? 'decision' : 'applicant'}`, {
        duration,
      })}
    </time>
  )
}
