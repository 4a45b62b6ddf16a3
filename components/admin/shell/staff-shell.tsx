import type { ReactNode } from 'react'
import { Logo } from '@/components/brand/logo'
import { ROLE_RULES, type Staff } from '@/lib/staff'
import { SignOutButton } from './sign-out-button'
import { StaffNav, type StaffSection } from './staff-nav'

/** The frame of every staff page. The page itself has checked who is asking. */
export function StaffShell({
  staff,
  current,
  title,
  lead,
  actions,
  children,
}: {
  staff: Staff
  current: StaffSection
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
            <div className="lg:hidden">
              <SignOutButton />
            </div>
          </div>
          <StaffNav current={current} role={staff.role} />
          <div className="mt-auto hidden border-t border-line p-5 lg:block">
            <p className="truncate text-sm font-medium">{staff.name}</p>
            <p className="truncate text-sm text-ink-faint">{ROLE_RULES[staff.role].name}</p>
            <div className="mt-3 -ml-3.5">
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
        {children}
      </main>
    </div>
  )
}
