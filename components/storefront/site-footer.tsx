import { Logo } from '@/components/brand/logo'
import { SITE } from '@/site'

export function SiteFooter() {
  return (
    <footer className="mt-auto border-t border-line bg-sunken">
      <div className="mx-auto flex max-w-6xl flex-col gap-6 px-5 py-10 text-sm/6 text-ink-soft sm:px-8 md:flex-row md:items-start md:justify-between">
        <div className="max-w-md">
          <Logo />
          <p className="mt-3">{SITE.disclaimer}</p>
        </div>
        <nav aria-label="Footer" className="flex flex-wrap gap-x-6 gap-y-2">
          <FooterLink href="/apply/verify">Your application</FooterLink>
          <FooterLink href={`mailto:${SITE.supportEmail}`}>{SITE.supportEmail}</FooterLink>
          <FooterLink href="/admin">Staff</FooterLink>
        </nav>
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
