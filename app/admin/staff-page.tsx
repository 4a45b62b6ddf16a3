/** The frame of every staff page. The page itself checks permissions. */

import { FileSearch, Gauge, ListChecks, Radio, Users } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { SignOutButton } from '@/components/admin/sign-in'
import { inWords } from '@/components/admin/words'
import { Logo } from '@/components/logo'
import { cn } from '@/components/ui/cn'
import { countAwaitingDecision } from '@/lib/back-office/inquiry-list'
import { countText } from '@/lib/back-office/page'
import { canOpen, type Staff } from '@/lib/roles'

const SECTIONS = [
  { name: 'Overview', path: '/admin', icon: Gauge },
  { name: 'Inquiries', path: '/admin/inquiries', icon: ListChecks },
  { name: 'Events', path: '/admin/events', icon: Radio },
  { name: 'Audit', path: '/admin/audit', icon: FileSearch },
  { name: 'Staff', path: '/admin/staff', icon: Users },
] as const

interface StaffPageProps {
  staff: Staff
  section: (typeof SECTIONS)[number]['name']
  actions?: ReactNode
  /** Replaces the section's heading, at the full width of the window. */
  header?: ReactNode
  children: ReactNode
}

export async function StaffPage(props: StaffPageProps) {
  const { staff, section, actions, header, children } = props
  // If the database doesn't answer, the page's own content says so.
  const waiting = await countAwaitingDecision().catch(() => 0)
  return (
    // Staff pages are always in English, even if the visitor chose another language for the storefront.
    <div lang="en" className="min-h-dvh lg:grid lg:grid-cols-[15rem_1fr]">
      <a
        href="#main"
        className="sr-only z-30 rounded-lg bg-primary px-4 py-2 text-primary-foreground focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <header className="border-b bg-card lg:border-r lg:border-b-0">
        <div className="lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col">
          <div className="flex items-center gap-2 px-5 py-3 sm:py-4 lg:px-3 lg:pt-6 lg:pb-6">
            <a href="/admin" className="mr-auto lg:mx-3">
              <Logo suffix="Staff" />
            </a>
            <div className="-mr-2 max-sm:*:px-2.5 lg:hidden">
              <SignOutButton isCompact />
            </div>
          </div>
          <StaffNav section={section} staff={staff} waiting={waiting} />
          <div className="mt-auto hidden border-t px-3 pt-4 pb-3 lg:block">
            <p translate="no" className="truncate px-3 text-sm font-medium">
              {staff.name}
            </p>
            <p className="truncate px-3 text-sm text-subtle-foreground">{inWords(staff.role)}</p>
            <div className="mt-2.5 flex flex-col *:justify-start *:gap-2.5 *:px-3 *:text-[0.9375rem] *:font-normal *:[&_svg]:size-4.5">
              <SignOutButton />
            </div>
          </div>
        </div>
      </header>
      <main
        id="main"
        className={cn(
          'mx-auto w-full min-w-0 px-5 pb-8 sm:px-8 lg:pb-10',
          !header && 'max-w-7xl pt-5 sm:pt-8 lg:pt-9',
        )}
      >
        {header ?? (
          <div className="mb-4 flex min-h-9 items-center justify-between gap-4 sm:mb-6">
            <h1 className="text-2xl font-semibold sm:text-[1.75rem]/tight">{section}</h1>
            {actions}
          </div>
        )}
        {children}
      </main>
    </div>
  )
}

interface StaffNavProps extends Pick<StaffPageProps, 'section' | 'staff'> {
  /** How many inquiries wait for a decision. */
  waiting: number
}

function StaffNav({ section, staff, waiting }: StaffNavProps) {
  const sections = SECTIONS.filter(({ path }) => canOpen(staff, path))
  return (
    <nav aria-label="Staff" className="flex gap-1 px-2 pb-2 lg:flex-col lg:px-3 lg:pb-0">
      {sections.map(({ name, path, icon: Icon }) => (
        <Link
          key={path}
          href={path}
          prefetch={false}
          aria-current={name === section ? 'page' : undefined}
          className="relative flex min-w-0 flex-1 flex-col items-center gap-1 rounded-lg px-1 py-1.5 text-xs text-muted-foreground sm:flex-row sm:justify-center sm:gap-2.5 sm:px-3 sm:py-2 sm:text-[0.9375rem] lg:flex-none lg:justify-start transition-colors hover:bg-muted hover:text-foreground aria-[current=page]:bg-accent aria-[current=page]:font-medium aria-[current=page]:text-accent-foreground"
        >
          <Icon aria-hidden="true" className="size-4.5 shrink-0" />
          <span>{name}</span>
          {name === 'Inquiries' && waiting > 0 && (
            <span className="rounded-full bg-warning-soft px-2 text-xs/5 font-medium text-warning tabular-nums max-sm:absolute max-sm:top-0.5 max-sm:left-1/2 max-sm:ml-2 max-sm:px-1.5 max-sm:text-[0.6875rem]/4 lg:ml-auto">
              {countText(waiting)}
              <span className="sr-only"> waiting</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}
