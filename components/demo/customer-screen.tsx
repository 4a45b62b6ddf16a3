import { useTranslations } from 'next-intl'

const FRAME = 'customer-screen'

const PAGES = [
  { href: '/', id: 'storefront' },
  { href: '/apply', id: 'apply' },
  { href: '/apply/verify', id: 'application' },
] as const

/** The app's own customer pages, as wide as a phone. */
export function CustomerScreen() {
  const t = useTranslations('Guide.live')
  return (
    <section
      aria-labelledby="customer-title"
      className="flex min-h-0 flex-col border-b border-line lg:border-r lg:border-b-0"
    >
      <div className="flex h-12 shrink-0 items-center gap-3 border-b border-line px-5">
        <h2 id="customer-title" className="text-[0.9375rem] font-semibold">
          {t('customer')}
        </h2>
        <nav aria-label={t('customerPages')} className="-mr-2 ml-auto flex text-sm">
          {PAGES.map(({ href, id }) => (
            <a
              key={href}
              href={href}
              target={FRAME}
              className="rounded-lg px-2 py-1.5 text-ink-soft transition-colors hover:bg-sunken hover:text-ink"
            >
              {t(id)}
            </a>
          ))}
        </nav>
      </div>
      <iframe
        name={FRAME}
        src="/"
        title={t('screen')}
        allow="camera"
        className="h-[44rem] w-full shrink-0 bg-paper lg:h-auto lg:shrink lg:flex-1"
      />
    </section>
  )
}
