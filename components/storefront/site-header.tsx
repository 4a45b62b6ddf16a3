import { Logo } from '@/components/brand/logo'
import { buttonClass } from '@/components/ui/button'
import { SITE } from '@/site'

/** Plain links, so that the storefront needs no client-side JavaScript of its own. */
export function SiteHeader({ bare = false }: { bare?: boolean }) {
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-paper/90 backdrop-blur">
      <div className="mx-auto flex h-16 max-w-6xl items-center gap-6 px-5 sm:px-8">
        <a href="/" aria-label={`${SITE.name}, home`}>
          <Logo />
        </a>
        {!bare && (
          <nav aria-label="Main" className="ml-auto flex items-center gap-1 text-[0.9375rem]">
            <HeaderLink href="/#accounts">Accounts</HeaderLink>
            <HeaderLink href="/#how">How it works</HeaderLink>
            <HeaderLink href="/#questions">Questions</HeaderLink>
            <a href="/apply" className={`${buttonClass({ size: 'small' })} ml-3`}>
              Open an account
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
