import { useLocale, useTranslations } from 'next-intl'
import { Logo } from '@/components/brand/logo'
import { LanguageMenu } from '@/components/ui/language-menu'
import { SITE, SITE_TEXT } from '@/site'

export function SiteFooter() {
  const t = useTranslations('Shell')
  return (
    <footer className="mt-auto border-t border-line bg-sunken">
      <div className="mx-auto grid max-w-6xl gap-x-12 gap-y-3 px-5 py-10 text-sm/6 text-ink-soft sm:px-8 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
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
          <LanguageMenu />
        </div>
      </div>
    </footer>
  )
}

function FooterLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="underline-offset-4 hover:text-ink hover:underline">
      {children}
    </a>
  )
}
