import { FileSearch, Gauge, ListChecks, Radio, Users } from 'lucide-react'
import Link from 'next/link'
import { can, type Role, STAFF_PAGES } from '@/lib/staff'

const LOOKS = {
  '/admin': { id: 'overview', label: 'Overview', icon: Gauge },
  '/admin/inquiries': { id: 'inquiries', label: 'Inquiries', icon: ListChecks },
  '/admin/events': { id: 'events', label: 'Events', icon: Radio },
  '/admin/audit': { id: 'audit', label: 'Audit', icon: FileSearch },
  '/admin/staff': { id: 'staff', label: 'Staff', icon: Users },
} as const satisfies Record<(typeof STAFF_PAGES)[number]['path'], unknown>

export type StaffSection = (typeof LOOKS)[keyof typeof LOOKS]['id']

export function StaffNav({ current, role }: { current: StaffSection; role: Role }) {
  const pages = STAFF_PAGES.filter(({ permission }) => can({ role }, permission))
  return (
    <nav aria-label="Staff" className="flex gap-1 px-2 pb-2 lg:flex-col lg:px-3 lg:pb-0">
      {pages.map(({ path }) => {
        const { id, label, icon: Icon } = LOOKS[path]
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
