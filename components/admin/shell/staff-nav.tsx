import { FileSearch, Gauge, ListChecks, Radio, Users } from 'lucide-react'
import Link from 'next/link'

const SECTIONS = [
  { id: 'overview', href: '/admin', label: 'Overview', icon: Gauge },
  { id: 'inquiries', href: '/admin/inquiries', label: 'Inquiries', icon: ListChecks },
  { id: 'events', href: '/admin/events', label: 'Events', icon: Radio },
  { id: 'audit', href: '/admin/audit', label: 'Audit', icon: FileSearch },
  { id: 'staff', href: '/admin/staff', label: 'Staff', icon: Users },
] as const

export type StaffSection = (typeof SECTIONS)[number]['id']

export function StaffNav({ current, isAdmin }: { current: StaffSection; isAdmin: boolean }) {
  return (
    <nav aria-label="Staff" className="flex gap-1 px-2 pb-2 lg:flex-col lg:px-3 lg:pb-0">
      {SECTIONS.filter(({ id }) => id !== 'staff' || isAdmin).map(
        ({ id, href, label, icon: Icon }) => (
          <Link
            key={id}
            href={href}
            prefetch={false}
            aria-current={id === current ? 'page' : undefined}
            className="flex min-w-0 flex-1 flex-col items-center gap-1 rounded-lg px-1 py-1.5 text-xs text-ink-soft sm:flex-row sm:justify-center sm:gap-2.5 sm:px-3 sm:py-2 sm:text-[0.9375rem] lg:flex-none lg:justify-start transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-brand-soft aria-[current=page]:font-medium aria-[current=page]:text-brand-strong"
          >
            <Icon aria-hidden="true" className="size-4.5 shrink-0" />
            {label}
          </Link>
        ),
      )}
    </nav>
  )
}
