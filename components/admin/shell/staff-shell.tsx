import { FileSearch, Gauge, ListChecks, Radio, Users } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { InquiryAccess } from '@/components/admin/inquiry-access'
import { Logo } from '@/components/brand/logo'
import { can, ROLE_RULES, STAFF_PAGES, type Staff } from '@/lib/staff'
import { AccountLink } from '../account/account-link'
import { SignOutButton } from './sign-out-button'

const SECTIONS = {
  '/admin': { id: 'overview', label: 'Overview', icon: Gauge },
  '/admin/inquiries': { id: 'inquiries', label: 'Inquiries', icon: ListChecks },
  '/admin/events': { id: 'events', label: 'Events', icon: Radio },
  '/admin/audit': { id: 'audit', label: 'Audit', icon: FileSearch },
  '/admin/staff': { id: 'staff', label: 'Staff', icon: Users },
} as const satisfies Record<(typeof STAFF_PAGES)[number]['path'], unknown>

type StaffSection = (typeof SECTIONS)[keyof typeof SECTIONS]['id']

/** The frame of every staff page. The page itself checks permissions. */
export function StaffShell({
  staff,
  current,
  title,
  lead,
  actions,
  children,
}: {
  staff: Staff
  /** Null for a page of no section. */
  current: StaffSection | null
  title: string
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_1fr]">
      <a
        href="#main"
        className="sr-only z-30 rounded-lg bg-brand px-4 py-2 text-on-brand focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <header className="border-b border-line bg-surface lg:border-r lg:border-b-0">
        <div className="lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col">
          <div className="flex items-center justify-between px-5 py-4 lg:px-6 lg:py-6">
            <a href="/admin" aria-label="Overview">
              <Logo suffix="Staff" />
            </a>
            <div className="flex items-center lg:hidden">
              <AccountLink />
              <SignOutButton />
            </div>
          </div>
          <StaffNav current={current} staff={staff} />
          <div className="mt-auto hidden border-t border-line p-5 lg:block">
            <p className="truncate text-sm font-medium">{staff.name}</p>
            <p className="truncate text-sm text-ink-faint">{ROLE_RULES[staff.role].name}</p>
            <div className="mt-3 -ml-3.5 flex flex-col items-start">
              <AccountLink />
              <SignOutButton />
            </div>
          </div>
        </div>
      </header>
      <main id="main" className="mx-auto w-full min-w-0 max-w-7xl px-5 py-8 sm:px-8 lg:py-10">
        <div className="mb-7 flex flex-wrap items-end justify-between gap-4">
          <div className="min-w-0">
            <h1 className="text-2xl font-semibold break-words sm:text-[1.75rem]/tight">{title}</h1>
            {lead && <div className="mt-1.5 text-[0.9375rem]/6 text-ink-soft">{lead}</div>}
          </div>
          {actions}
        </div>
        <InquiryAccess mayOpen={can(staff, 'inquiries.view')}>{children}</InquiryAccess>
      </main>
    </div>
  )
}

function StaffNav({ current, staff }: { current: StaffSection | null; staff: Staff }) {
  const pages = STAFF_PAGES.filter(({ permission }) => can(staff, permission))
  return (
    <nav aria-label="Staff" className="flex gap-1 px-2 pb-2 lg:flex-col lg:px-3 lg:pb-0">
      {pages.map(({ path }) => {
        const { id, label, icon: Icon } = SECTIONS[path]
        return (
          <Link
            key={id}
            href={path}
            prefetch={false}
            aria-current={id === current ? 'page' : undefined}
            className="flex min-w-0 flex-1 flex-col items-center gap-1 rounded-lg px-1 py-1.5 text-xs text-ink-soft sm:flex-row sm:justify-center sm:gap-2.5 sm:px-3 sm:py-2 sm:text-[0.9375rem] lg:flex-none lg:justify-start transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-brand-soft aria-[current=page]:font-medium aria-[current=page]:text-brand-strong"
          >
            <Icon aria-hidden="true" className="size-4.5 shrink-0" />
            {label}
          </Link>
        )
      })}
    </nav>
  )
}
