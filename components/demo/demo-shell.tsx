import type { ReactNode } from 'react'
import { Logo } from '@/components/brand/logo'

const PAGES = [
  { id: 'chapters', href: '/demo', label: 'Chapters' },
  { id: 'live', href: '/demo/live', label: 'Split view' },
] as const

/** The frame of the presenter's guide. */
export function DemoShell({
  current,
  wide = false,
  children,
}: {
  current: (typeof PAGES)[number]['id']
  wide?: boolean
  children: ReactNode
}) {
  const width = wide ? 'max-w-[112rem]' : 'max-w-6xl'
  return (
    <div lang="en" className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-30 rounded-lg bg-brand px-4 py-2 text-on-brand focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <header className="border-b border-line bg-surface">
        <div
          className={`mx-auto flex min-h-16 flex-wrap items-center justify-between gap-x-3 px-5 sm:gap-x-6 sm:px-8 ${width}`}
        >
          <a href="/demo" aria-label="Presenter’s guide" className="flex">
            <Logo suffix="Presenter" />
          </a>
          <nav
            aria-label="Guide"
            className="-mx-2 flex items-center text-sm sm:-mx-3 sm:text-[0.9375rem]"
          >
            {PAGES.map(({ id, href, label }) => (
              <a
                key={id}
                href={href}
                aria-current={id === current ? 'page' : undefined}
                className="rounded-lg px-2 py-2 text-ink-soft sm:px-3 transition-colors hover:text-ink aria-[current=page]:font-medium aria-[current=page]:text-ink"
              >
                {label}
              </a>
            ))}
          </nav>
        </div>
      </header>
      <main id="main" className={`mx-auto w-full flex-1 px-5 sm:px-8 ${width}`}>
        {children}
      </main>
    </div>
  )
}
