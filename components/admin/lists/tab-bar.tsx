import Link from 'next/link'

export interface Tab {
  id: string
  href: string
  label: string
  /** Null while it's being counted: its space is reserved, so that no tab moves from under the pointer when it arrives. */
  count?: string | null | undefined
}

/** More than fit on a phone, so the last visible one fades out. */
const FADE =
  'max-lg:pr-10 max-lg:[mask-image:linear-gradient(to_right,black_calc(100%-2.5rem),transparent)]'
const FIT_ON_A_PHONE = 3

/** Links that look like tabs. On a narrow screen they scroll. */
export function TabBar({
  label,
  tabs,
  current,
}: {
  label: string
  tabs: readonly Tab[]
  current: string
}) {
  return (
    <nav
      aria-label={label}
      className={`relative -mx-5 mb-4 flex gap-1 overflow-x-auto border-b border-line px-5 [scrollbar-width:none] ${tabs.length > FIT_ON_A_PHONE ? FADE : ''} sm:mx-0 sm:mb-5 sm:pl-0 lg:pr-0 [&::-webkit-scrollbar]:hidden`}
    >
      {tabs.map(({ id, href, label, count }) => (
        <Link
          key={id}
          href={href}
          prefetch={false}
          aria-current={id === current ? 'page' : undefined}
          className="flex shrink-0 items-center gap-2 border-b-2 border-transparent px-3 py-2.5 text-[0.9375rem] whitespace-nowrap text-ink-soft -outline-offset-2 hover:border-line-strong/60 hover:text-ink aria-[current=page]:border-brand aria-[current=page]:font-medium aria-[current=page]:text-ink"
        >
          {label}
          {count !== undefined && (
            <span
              className={`min-w-6 rounded-full px-2 text-center text-xs/5 font-medium text-ink-soft tabular-nums ${count === null ? '' : 'bg-line/55'}`}
            >
              {count}
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}
