import Link from 'next/link'

const TABS = [
  { id: 'verified', href: '/admin/events', label: 'Verified' },
  { id: 'rejected', href: '/admin/events/rejected', label: 'Rejected' },
] as const

export function EventTabs({ current }: { current: (typeof TABS)[number]['id'] }) {
  return (
    <nav aria-label="Events" className="mb-5 flex gap-1 border-b border-line">
      {TABS.map(({ id, href, label }) => (
        <Link
          key={id}
          href={href}
          prefetch={false}
          aria-current={id === current ? 'page' : undefined}
          className="-mb-px border-b-2 border-transparent px-4 py-2.5 text-[0.9375rem] text-ink-soft hover:text-ink aria-[current=page]:border-brand aria-[current=page]:font-medium aria-[current=page]:text-ink"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
