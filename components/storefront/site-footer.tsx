import { useLocale, useTranslations } from 'next-intl'
import { Logo } from '@/components/brand/logo'
import { LanguageMenu } from '@/components/ui/language-menu'
import { SITE, SITE_TEXT } from '@/site'

export function SiteFooter() {
  const t = useTranslations('Shell')
  return (
    <footer className="mt-auto border-t border-line bg-sunken">
      <div className="mx-auto flex max-w-6xl flex-col gap-6 px-5 py-10 text-sm/6 text-ink-soft sm:px-8 md:flex-row md:items-start md:justify-between">
        <div className="max-w-md">
          <Logo />
          <p className="mt-3 text-balance">{SITE_TEXT[useLocale()].disclaimer}</p>
        </div>
        <div className="flex flex-col gap-4 md:items-end">
          <nav aria-label={t('footer')} className="flex flex-wrap gap-x-6 gap-y-2 max-sm:flex-col">
            <FooterLink href="/apply/verify">{t('yourApplication')}</FooterLink>
            <FooterLink href={`mailto:${SITE.supportEmail}`}>{SITE.supportEmail}</FooterLink>
            <FooterLink href="/admin">{t('staff')}</FooterLink>
          </nav>
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
