'use client'
import { useTranslations } from 'next-intl'
import { useCallback, useEffect, useRef, useState } from 'react'

const FRAME = 'customer-screen'

const PAGES = [
  { href: '/', id: 'storefront' },
  { href: '/apply', id: 'apply' },
  { href: '/apply/verify', id: 'application' },
] as const

/** The app's own customer pages, as wide as a phone. */
export function CustomerScreen() {
  const t = useTranslations('Guide.live')
  const frame = useRef<HTMLIFrameElement>(null)
  const [path, setPath] = useState<string>(PAGES[0].href)
  const follow = useCallback(() => {
    // None on a page of another origin, such as the service's.
    const page = frame.current?.contentDocument
    if (page?.URL === 'about:blank') return
    const readPath = () => setPath(page?.location.pathname ?? '')
    readPath()
    // A server action's redirect changes the path without a load. The listener goes with its page.
    page?.defaultView?.navigation?.addEventListener('currententrychange', readPath)
  }, [])
  // The frame may have loaded before this page was hydrated.
  useEffect(follow, [follow])
  return (
    <section
      aria-labelledby="customer-title"
      className="flex min-h-0 flex-col border-line lg:border-r"
    >
      <div className="flex h-12 shrink-0 items-stretch gap-3 border-b border-line lg:px-5">
        <h2
          id="customer-title"
          className="self-center text-[0.9375rem] font-semibold max-lg:sr-only"
        >
          {t('customer')}
        </h2>
        <nav aria-label={t('customerPages')} className="flex text-sm max-lg:flex-1 lg:ml-auto">
          {PAGES.map(({ href, id }) => (
            <a
              key={href}
              href={href}
              target={FRAME}
              aria-current={href === path ? 'page' : undefined}
              className="-mb-px flex items-center justify-center border-b-2 border-transparent px-2 text-ink-soft transition-colors hover:text-ink aria-[current=page]:border-brand aria-[current=page]:font-medium aria-[current=page]:text-ink max-lg:flex-1"
            >
              {t(id)}
            </a>
          ))}
        </nav>
      </div>
      <iframe
        ref={frame}
        name={FRAME}
        src="/"
        title={t('screen')}
        allow="camera"
        onLoad={follow}
        className="w-full flex-1 bg-paper"
      />
    </section>
  )
}
