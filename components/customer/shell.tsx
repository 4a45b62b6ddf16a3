import { LockKeyhole, Search } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Logo } from '@/components/logo'
import { buttonClass } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import { LOCALES, SITE, SITE_TEXT } from '@/site'

interface CustomerShellProps {
  /** The page's own path. Changing the language returns to it. */
  path: string
  /** Leaves out the navigation, so that nothing distracts from an application. */
  bare?: boolean
  children: ReactNode
}

/** The frame of every customer page. */
export function CustomerShell({ path, bare, children }: CustomerShellProps) {
  const t = useTranslations('Shell')
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-30 rounded-lg bg-primary px-4 py-2 text-primary-foreground focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        {t('skip')}
      </a>
      <SiteHeader bare={bare} />
      <main id="main" className="balanced flex flex-1 flex-col">
        {children}
      </main>
      <SiteFooter path={path} />
    </div>
  )
}

/** Uses plain links, so that the storefront needs no JavaScript of its own. */
function SiteHeader({ bare = false }: { bare?: boolean }) {
  const t = useTranslations('Shell')
  return (
    <header className="sticky top-0 z-20 border-b bg-background">
      <div className="mx-auto flex h-16 max-w-6xl items-center gap-6 px-5 sm:px-8">
        <a href="/" aria-label={t('home', { name: SITE.name })}>
          <Logo />
        </a>
        {!bare && (
          <nav aria-label={t('main')} className="ml-auto flex items-center gap-1 text-[0.9375rem]">
            <HeaderLink href="/#accounts">{t('accounts')}</HeaderLink>
            <HeaderLink href="/#how">{t('how')}</HeaderLink>
            <HeaderLink href="/#questions">{t('questions')}</HeaderLink>
            <a href="/apply" className={cn(buttonClass({ size: 'small' }), 'ml-3')}>
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
      className="hidden rounded-lg px-3 py-2 text-muted-foreground transition-colors hover:text-foreground md:block"
    >
      {children}
    </a>
  )
}

function SiteFooter({ path }: { path: string }) {
  const t = useTranslations('Shell')
  return (
    <footer className="mt-auto border-t bg-muted">
      <div className="mx-auto grid max-w-6xl gap-x-12 gap-y-3 px-5 py-10 text-sm/6 text-muted-foreground sm:px-8 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
        <Logo />
        <p className="max-w-md text-balance md:row-start-2 md:self-start">
          {SITE_TEXT[useLocale()].disclaimer}
        </p>
        <nav
          aria-label={t('footer')}
          className="flex gap-x-6 gap-y-2 max-md:mt-3 max-sm:flex-col md:col-start-2 md:row-start-1"
        >
          <FooterLink href="/apply/verify">{t('yourApplication')}</FooterLink>
          <FooterLink href={`mailto:${SITE.supportEmail}`}>{SITE.supportEmail}</FooterLink>
          <FooterLink href="/admin">{t('staff')}</FooterLink>
        </nav>
        <div className="max-md:mt-1 md:col-start-2 md:row-start-2 md:self-start md:justify-self-end">
          {LOCALES.length > 1 && <LanguageMenu path={path} />}
        </div>
      </div>
    </footer>
  )
}

function FooterLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="underline-offset-4 hover:text-foreground hover:underline">
      {children}
    </a>
  )
}

/** Shows a button for each language, in that language. A plain form, so that it works without JavaScript. */
function LanguageMenu({ path }: { path: string }) {
  const t = useTranslations('Shell')
  const current = useLocale()
  return (
    <form
      method="post"
      action="/api/locale"
      aria-label={t('language')}
      className="-mx-2 flex gap-1 max-sm:-my-1.5"
    >
      <input type="hidden" name="page" value={path} />
      {LOCALES.map((locale) => (
        <button
          key={locale}
          type="submit"
          name="locale"
          value={locale}
          lang={locale}
          aria-current={locale === current ? 'true' : undefined}
          className="rounded-md px-2 py-1 max-sm:py-2.5 hover:text-foreground hover:underline aria-[current]:font-medium aria-[current]:text-foreground aria-[current]:underline aria-[current]:decoration-2 aria-[current]:decoration-primary aria-[current]:underline-offset-4"
        >
          {new Intl.DisplayNames(locale, { type: 'language' }).of(locale)}
        </button>
      ))}
    </form>
  )
}

/** The tile around a card's icon. */
export const ICON_TILE = 'inline-flex size-14 items-center justify-center rounded-2xl'

/** The support address below a card. */
export function HelpLine() {
  const t = useTranslations('Verify')
  return (
    <p className="mt-5 text-sm/6 text-subtle-foreground">
      {t.rich('help', {
        email: SITE.supportEmail,
        mail: (email) => (
          <a
            className="underline underline-offset-4 hover:text-foreground"
            href={`mailto:${SITE.supportEmail}`}
          >
            {email}
          </a>
        ),
      })}
    </p>
  )
}

const bold = {
  b: (text: ReactNode) => <b className="mb-1 block font-semibold text-foreground">{text}</b>,
}

/** Shown instead of the live status after the session has ended. The link reloads the page, which then asks for a sign-in. */
export function SignedOut() {
  const t = useTranslations('Verify.signedOut')
  return (
    <>
      <Card className="p-6 shadow-sm sm:p-9">
        <span aria-hidden="true" className={cn(ICON_TILE, 'bg-accent text-primary')}>
          <LockKeyhole className="size-7" />
        </span>
        <h1 className="mt-5 text-2xl font-semibold sm:text-[1.75rem]/tight">{t('title')}</h1>
        <p className="mt-3 text-[1.0625rem]/7 text-muted-foreground">{t('text')}</p>
        <a href="/apply/verify" className={cn(buttonClass(), 'mt-7')}>
          {t('again')}
        </a>
      </Card>
      <HelpLine />
    </>
  )
}

/** Shown to a browser without an application: a new visitor, another device, or cleared cookies. */
export function NoApplication() {
  const t = useTranslations('Verify.none')
  return (
    <>
      <Card className="p-6 shadow-sm sm:p-9">
        <span aria-hidden="true" className={cn(ICON_TILE, 'bg-accent text-primary')}>
          <Search className="size-7" />
        </span>
        <h1 className="mt-5 text-2xl font-semibold sm:text-[1.75rem]/tight">{t('title')}</h1>
        <p className="mt-3 text-[1.0625rem]/7 text-muted-foreground">{t('text')}</p>
        <div className="mt-7 divide-y border-t text-muted-foreground">
          <p className="py-6">{t.rich('elsewhere', bold)}</p>
          <div className="flex items-center justify-between gap-x-8 gap-y-4 pt-6 max-sm:flex-col max-sm:items-stretch">
            <p>{t.rich('newHere', bold)}</p>
            <a href="/apply" className={buttonClass()}>
              {t('apply')}
            </a>
          </div>
        </div>
      </Card>
      <HelpLine />
    </>
  )
}
