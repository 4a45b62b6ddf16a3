/** The inquiry's header, which stays on screen if there is room. During a reveal, it also shows the time left. */

import { ArrowLeft } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { CopyText } from '@/components/admin/data-table'
import { StatusBadge, Waiting } from '@/components/admin/status'
import { buttonClass } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import type { InquiryDetail } from '@/lib/back-office/inquiry-detail'
import { isWaiting } from '@/lib/inquiries/status'
import { RevealTimer } from './documents'

interface CaseHeaderProps {
  inquiry: InquiryDetail
  product: string
  now: Date
  /** Further actions. */
  tools: ReactNode
}

export function CaseHeader({ inquiry, product, now, tools }: CaseHeaderProps) {
  return (
    <div className="-mx-5 mb-5 flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 border-b bg-background px-5 py-2 sm:sticky sm:top-0 sm:z-20 sm:-mx-8 sm:px-8 print:static!">
      <div className="flex min-w-0 items-center gap-1.5 max-sm:w-full max-sm:flex-wrap sm:gap-3">
        <Link
          href="/admin/inquiries"
          prefetch={false}
          aria-label="Back to the inquiries"
          title="Inquiries"
          className={cn(buttonClass({ tone: 'quiet', size: 'small' }), '-ml-2 px-2!')}
        >
          <ArrowLeft aria-hidden="true" className="size-4.5" />
        </Link>
        <div className="flex min-w-0 items-center gap-1">
          <h1
            translate="no"
            className="font-semibold tracking-tight whitespace-nowrap tabular-nums sm:text-lg"
          >
            {inquiry.referenceId}
          </h1>
          <CopyText text={inquiry.referenceId} name="Reference" />
        </div>
        <StatusBadge inquiry={inquiry} />
      </div>
      {/* A phone shows the product only while no waiting time is shown; a medium screen never does. */}
      <p
        className={cn(
          'text-sm text-muted-foreground',
          isWaiting(inquiry.status) ? 'max-xl:hidden' : 'sm:max-xl:hidden',
        )}
      >
        {product}
      </p>
      <p className="text-sm text-muted-foreground empty:hidden">
        <Waiting inquiry={inquiry} now={now} />
      </p>
      <div className="ml-auto flex flex-wrap items-center justify-end gap-2 print:hidden">
        <RevealTimer />
        {tools}
      </div>
    </div>
  )
}
