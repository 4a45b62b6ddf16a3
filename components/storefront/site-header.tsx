import { useTranslations } from 'next-intl'
import { Logo } from '@/components/brand/logo'
import { buttonClass } from '@/components/ui/button'
import { SITE } from '@/site'

/** Plain links, so that the storefront needs no client-side JavaScript of its own. */
export function SiteHeader({ bare = false }: { bare?: boolean }) {
  const t = useTranslations('Shell')
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-paper">
      <div className="mx-auto flex h-16 max-w-6xl items-center gap-6 px-5 sm:px-8">
        <a href="/" aria-label={t('home', { name: SITE.name })}>
          <Logo />
        </a>
        {!bare && (
          <nav aria-label={t('main')} className="ml-auto flex items-center gap-1 text-[0.9375rem]">
            <HeaderLink href="/#accounts">{t('accounts')}</HeaderLink>
            <HeaderLink href="/#how">{t('how')}</HeaderLink>
            <HeaderLink href="/#questions">{t('questions')}</HeaderLink>
            <a href="/apply" className={`${buttonClass({ size: 'small' })} ml-3`}>
              {t('open')}
            </a>
          </nav>
        )}
      </div>
    </header>
  )
}

function HeaderLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      className="hidden rounded-lg px-3 py-2 text-ink-soft transition-colors hover:text-ink md:block"
    >
      {children}
    </a>
  )
}
