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
    <nav
      aria-label="Staff"
      className="flex gap-1 overflow-x-auto px-3 pb-3 [scrollbar-width:none] lg:flex-col lg:overflow-visible lg:pb-0"
    >
      {SECTIONS.filter(({ id }) => id !== 'staff' || isAdmin).map(
        ({ id, href, label, icon: Icon }) => (
          <Link
            key={id}
            href={href}
            prefetch={false}
            aria-current={id === current ? 'page' : undefined}
            className="flex items-center gap-2.5 rounded-lg px-3 py-2 text-[0.9375rem] text-ink-soft transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-brand-soft aria-[current=page]:font-medium aria-[current=page]:text-brand-strong"
          >
            <Icon aria-hidden="true" className="size-4.5 shrink-0" />
            {label}
          </Link>
        ),
      )}
    </nav>
  )
}
