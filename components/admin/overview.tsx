/** Shows the inquiries that wait for a decision, and current problems. */

import { ArrowRight, CircleCheck } from 'lucide-react'
import Link from 'next/link'
import { buttonClass } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import { UtcTime, utcText } from '@/components/ui/utc-time'
import type { InquiryListItem } from '@/lib/back-office/inquiry-list'
import type { Overview } from '@/lib/back-office/overview'
import { countText } from '@/lib/back-office/page'
import { productName } from '@/site'
import { rejectionText } from './event-table'
import { PortalLink } from './portal-link'
import { waited } from './words'

const QUEUE = '/admin/inquiries?tab=review'

interface WorkCardProps {
  overview: Overview
  /** The service's portal, where reviewers decide. Undefined if it isn't configured. */
  portalUrl: string | undefined
  now: Date
}

export function WorkCard({ overview, portalUrl, now }: WorkCardProps) {
  const { awaiting, oldest } = overview
  const problems = listProblems(overview)
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
            // A phone shows only three, so that problems are visible without scrolling.
            <li key={item.id} className="not-first:border-t max-sm:nth-[n+4]:hidden">
              <WaitingLink item={item} now={now} />
            </li>
          ))}
        </ol>
      )}
      {problems.length === 0 ? (
        <p className="flex items-center gap-2.5 border-t px-5 py-3 text-sm/6 text-muted-foreground sm:px-6">
          <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-success" />
          Everything is running normally
        </p>
      ) : (
        <ul aria-label="What went wrong">
          {problems.map((problem) => (
            <li key={problem.title} className="border-t">
              <ProblemLink {...problem} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Heading({ overview: { awaiting, oldest }, now }: Pick<WorkCardProps, 'overview' | 'now'>) {
  if (awaiting === 0) return 'Nobody is waiting for a decision'
  const since = oldest[0]?.statusSince
  const longest = since ? waited(since, now) : null
  return (
    <>
      {awaiting === 1 ? '1 case' : `${countText(awaiting)} cases`} awaiting a decision
      {longest && (
        <>
          <span className="max-sm:sr-only">, </span>
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

interface Problem {
  /** `!` for a problem without a number. */
  count: string
  title: string
  text: string
  href: string
  isWarning?: boolean
}

/** Most urgent first. */
export function listProblems(overview: Overview): Problem[] {
  const { servicePause, reversals, accountsNotOpened, customersNotTold } = overview
  const { rejectedDeliveries, overdue, eventsSetAside } = overview
  const problems = '/admin/inquiries?tab=problems'
  const rejected = rejectedDeliveries.reduce((sum, { count }) => sum + count, 0)
  const found: (false | Problem | null)[] = [
    servicePause && {
      count: '!',
      title: 'Calls to the service are paused',
      text: `${PAUSES[servicePause.reason]}. Calls resume at ${utcText(servicePause.until)}.`,
      href: problems,
    },
    reversals > 0 && {
      count: countText(reversals),
      title: reversals === 1 ? 'Account to block' : 'Accounts to block',
      text: 'The service reversed its approval. Block the account in the core system, then mark it as blocked here.',
      href: problems,
    },
    accountsNotOpened > 0 && {
      count: countText(accountsNotOpened),
      title: accountsNotOpened === 1 ? 'Account couldn’t be opened' : 'Accounts couldn’t be opened',
      text: 'The applicants are approved, but the core system fails or refuses. Find out why.',
      href: problems,
    },
    customersNotTold > 0 && {
      count: countText(customersNotTold),
      title: customersNotTold === 1 ? 'Customer not told' : 'Customers not told',
      text: 'We couldn’t tell them about a decision or their account, and keep trying. Find out why.',
      href: problems,
    },
    rejected > 0 && {
      count: countText(rejected),
      title:
        rejected === 1
          ? 'Delivery rejected in the last 24 hours'
          : 'Deliveries rejected in the last 24 hours',
      // Uses the titles of the linked list, so that both say the same.
      text: `${rejectedDeliveries.map(({ reason, count }) => `${rejectionText(reason).title} (${count})`).join(', ')}. See what each one means.`,
      href: '/admin/events?outcome=rejected',
    },
    overdue > 0 && {
      count: countText(overdue),
      title: 'Waiting for more than a day',
      text: 'The service or a reviewer has to decide. We keep checking.',
      href: problems,
      isWarning: true,
    },
    eventsSetAside > 0 && {
      count: countText(eventsSetAside),
      title:
        eventsSetAside === 1
          ? 'Event set aside in the last 24 hours'
          : 'Events set aside in the last 24 hours',
      text: 'Another system may be using the same tenant.',
      href: '/admin/events?outcome=set_aside',
      isWarning: true,
    },
  ]
  return found.filter((problem) => problem !== false && problem !== null)
}

const PAUSES: Record<NonNullable<Overview['servicePause']>['reason'], string> = {
  RATE_LIMITED: 'The service is limiting our calls',
  KEY_REFUSED: 'The service is refusing our API key',
}

function ProblemLink({ count, title, text, href, isWarning = false }: Problem) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="flex items-center gap-3 px-5 py-3 -outline-offset-2 transition-colors hover:bg-muted/70 sm:px-6"
    >
      <span
        className={cn(
          'w-12 shrink-0 rounded-lg py-1.5 text-center text-sm leading-none font-semibold tabular-nums sm:w-15 sm:rounded-xl sm:py-2 sm:text-lg',
          isWarning ? 'bg-warning-soft text-warning' : 'bg-destructive-soft text-destructive',
        )}
      >
        {count}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-medium max-sm:text-sm/6">{title}</span>
        <span className="block text-sm/6 text-muted-foreground max-sm:hidden">{text}</span>
      </span>
      <ArrowRight aria-hidden="true" className="size-4 shrink-0 text-subtle-foreground" />
    </Link>
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
