/** Shows current problems, and the inquiries that wait for a decision. */

import { ArrowRight, CircleCheck } from 'lucide-react'
import Link from 'next/link'
import { Button, buttonClass } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import { UtcTime } from '@/components/ui/utc-time'
import type { InquiryListItem } from '@/lib/back-office/inquiry-list'
import type { Overview } from '@/lib/back-office/overview'
import { countText } from '@/lib/back-office/page'
import type { Problem } from '@/lib/inquiries/conditions'
import { productName } from '@/site'
import { PortalLink } from './portal-link'
import { inWords, waited } from './words'

const QUEUE = '/admin/inquiries?tab=review'

interface WorkCardProps {
  overview: Overview
  /** The service's portal, where reviewers decide. Undefined if it isn't configured. */
  portalUrl: string | undefined
  now: Date
}

export function WorkCard({ overview, portalUrl, now }: WorkCardProps) {
  const { awaiting, oldest } = overview
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center gap-x-8 gap-y-5 p-5 sm:p-6">
        <div className="flex-1 sm:min-w-80">
          <h2 className="text-xl/tight font-semibold sm:text-[1.75rem]/tight">
            <Heading overview={overview} now={now} />
          </h2>
          <p className="mt-1.5 max-w-2xl text-[0.9375rem]/6 text-balance text-muted-foreground">
            {awaiting === 0
              ? 'Inquiries that need a person’s review appear here, longest wait first.'
              : portalUrl
                ? 'Review cases here, then decide them in the service’s portal. Decisions appear here within seconds.'
                : 'Review cases here. Decisions are made in the service’s portal.'}
          </p>
        </div>
        {awaiting > 0 && (
          <div className="flex gap-3 max-sm:w-full max-sm:flex-col">
            <Link href={QUEUE} prefetch={false} className={buttonClass()}>
              Open the queue
            </Link>
            {portalUrl && <PortalLink url={portalUrl} />}
          </div>
        )}
      </div>
      {oldest.length > 0 && (
        <ol aria-label="Waiting longest" className="border-t bg-muted/40">
          {oldest.map((item) => (
            // A phone shows only three.
            <li key={item.id} className="not-first:border-t max-sm:nth-[n+4]:hidden">
              <WaitingLink item={item} now={now} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

function Heading({ overview: { awaiting, oldest }, now }: Pick<WorkCardProps, 'overview' | 'now'>) {
  if (awaiting === 0) return 'No case is waiting for a review'
  const since = oldest[0]?.statusSince
  const longest = since ? waited(since, now) : null
  return (
    <>
      {awaiting === 1 ? '1 case' : `${countText(awaiting)} cases`} awaiting a decision
      {longest && (
        <>
          {', '}
          <span
            className={cn(
              'max-sm:block max-sm:text-base/7',
              longest.isOverdue ? 'text-warning' : 'text-subtle-foreground',
            )}
          >
            oldest {longest.text}
          </span>
        </>
      )}
    </>
  )
}

interface ProblemsProps {
  /** Most urgent first. */
  problems: Problem[]
  /** Null if this role may not acknowledge problems. */
  acknowledgeAction: ((name: string, occurredAt: string) => Promise<void>) | null
}

export function Problems({ problems, acknowledgeAction }: ProblemsProps) {
  if (problems.length === 0)
    return (
      <p className="flex items-center gap-2.5 text-sm/6 text-muted-foreground">
        <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-success" />
        Everything is running normally
      </p>
    )
  return (
    <Card className="overflow-hidden">
      <ul aria-label="What went wrong">
        {problems.map(({ name, text, count, isWarning, href, occurredAt, seen }) => (
          <li
            key={name}
            className="flex flex-wrap items-center gap-3 px-5 py-3 not-first:border-t sm:px-6"
          >
            <span
              className={cn(
                'min-w-11 shrink-0 rounded-xl p-2 text-center leading-none font-semibold tabular-nums',
                seen
                  ? 'bg-muted text-muted-foreground'
                  : isWarning
                    ? 'bg-warning-soft text-warning'
                    : 'bg-destructive-soft text-destructive',
              )}
            >
              {countText(count)}
            </span>
            <span className="min-w-0 flex-1 max-sm:basis-[calc(100%-4rem)]">
              <Link href={href} prefetch={false} className="block font-medium hover:underline">
                {inWords(name)}
              </Link>
              <span className="block text-sm/6 text-pretty text-muted-foreground">{text}</span>
            </span>
            {seen && <span className="text-sm text-subtle-foreground">Seen by {seen}</span>}
            {!seen && occurredAt && acknowledgeAction && (
              <form action={acknowledgeAction.bind(null, name, occurredAt.toISOString())}>
                <Button
                  type="submit"
                  tone="secondary"
                  size="small"
                  aria-label={`Acknowledge: ${inWords(name)}`}
                >
                  Acknowledge
                </Button>
              </form>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function WaitingLink({ item, now }: { item: InquiryListItem; now: Date }) {
  const wait = item.statusSince ? waited(item.statusSince, now) : null
  return (
    <Link
      href={`/admin/inquiries/${item.id}`}
      prefetch={false}
      className="grid grid-cols-[1fr_auto_auto] items-center gap-x-4 px-5 py-3 text-[0.9375rem] -outline-offset-2 transition-colors hover:bg-muted/70 sm:grid-cols-[9rem_minmax(0,1fr)_auto_auto] sm:px-6 xl:grid-cols-[9rem_minmax(0,1fr)_minmax(0,1.4fr)_11rem_auto]"
    >
      <span className="font-medium whitespace-nowrap tabular-nums">{item.referenceId}</span>
      <span className="hidden text-muted-foreground sm:block">
        {productName(item.product, 'en')}
      </span>
      <span className="text-sm text-subtle-foreground max-xl:hidden">
        Opened <UtcTime at={item.createdAt} />
      </span>
      <span
        className={cn(
          'text-end text-sm tabular-nums',
          wait?.isOverdue ? 'font-medium text-warning' : 'text-muted-foreground',
        )}
      >
        {wait && (
          <>
            <span className="max-sm:sr-only">Waiting </span>
            {wait.text}
          </>
        )}
      </span>
      <ArrowRight aria-hidden="true" className="size-4 text-subtle-foreground" />
    </Link>
  )
}
