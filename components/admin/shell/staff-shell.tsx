import { ArrowLeft, CircleUser } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { InquiryAccess } from '@/components/admin/inquiry-access'
import { Logo } from '@/components/brand/logo'
import { buttonClass } from '@/components/ui/button'
import { can, STAFF_PAGES, type Staff } from '@/lib/staff'
import { SECTION_ICONS } from './section-icons'
import { SignOutButton } from './sign-out-button'

const SECTIONS = {
  '/admin': 'overview',
  '/admin/inquiries': 'inquiries',
  '/admin/events': 'events',
  '/admin/audit': 'audit',
  '/admin/staff': 'staff',
} as const satisfies Record<(typeof STAFF_PAGES)[number]['path'], unknown>

type StaffSection = (typeof SECTIONS)[keyof typeof SECTIONS]

export interface StaffShellProps {
  staff: Staff
  /** Null for a page outside the navigation. */
  current: StaffSection | 'account' | null
  title?: string
  lead?: ReactNode
  /** The page that this one belongs to. */
  back?: { href: string; label: string }
  actions?: ReactNode
  /** Replaces the title, for a page with its own heading. It uses the full width of the window. */
  header?: ReactNode
  /** Shown next to a section's name in the navigation. */
  badges?: Partial<Record<StaffSection, ReactNode>>
  children: ReactNode
}

/** The frame of every staff page. The page itself checks permissions. */
export function StaffShell({
  staff,
  current,
  title,
  lead,
  back,
  actions,
  header,
  badges = {},
  children,
}: StaffShellProps) {
  const t = useTranslations('StaffShell')
  const roles = useTranslations('Roles')
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_1fr]">
      <a
        href="#main"
        className="sr-only z-30 rounded-lg bg-brand px-4 py-2 text-on-brand focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        {t('skip')}
      </a>
      <header className="border-b border-line bg-surface lg:border-r lg:border-b-0">
        <div data-sidebar="" className="lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col">
          <div className="flex flex-wrap items-center gap-2 px-5 py-3 sm:py-4 lg:gap-y-5 lg:px-3 lg:pt-6 lg:pb-4">
            <a href="/admin" className="mr-auto lg:mx-3">
              <Logo suffix={t('staff')} />
            </a>
            <div className="-mr-2 flex items-center max-sm:*:px-2.5 lg:hidden">
              <AccountLink isCurrent={current === 'account'} />
              <SignOutButton label={t('signOut')} isCompact />
            </div>
          </div>
          <StaffNav current={current} staff={staff} badges={badges} />
          <div className="mt-auto hidden border-t border-line px-3 pt-4 pb-3 lg:block">
            <p translate="no" className="truncate px-3 text-sm font-medium">
              {staff.name}
            </p>
            <p className="truncate px-3 text-sm text-ink-faint">{roles(`${staff.role}.name`)}</p>
            <div className="mt-2.5 flex flex-col gap-1 *:justify-start *:gap-2.5 *:px-3 *:text-[0.9375rem] *:font-normal *:aria-[current=page]:font-medium *:[&_svg]:size-4.5">
              <AccountLink isCurrent={current === 'account'} />
              <SignOutButton label={t('signOut')} />
            </div>
          </div>
        </div>
      </header>
      <main
        id="main"
        className={`mx-auto w-full min-w-0 px-5 pb-8 sm:px-8 lg:pb-10 ${header ? '' : 'max-w-7xl pt-5 sm:pt-8 lg:pt-9'}`}
      >
        {back && (
          <Link
            href={back.href}
            prefetch={false}
            className="mb-4 -ml-1 inline-flex items-center gap-1.5 rounded-lg px-1 py-1 text-sm text-ink-soft hover:text-ink"
          >
            <ArrowLeft aria-hidden="true" className="size-4" />
            {back.label}
          </Link>
        )}
        {header ?? (
          <div className="mb-4 sm:mb-6">
            <div className="flex min-h-9 items-center justify-between gap-4">
              <h1 className="min-w-0 text-2xl font-semibold break-words sm:text-[1.75rem]/tight">
                {title}
              </h1>
              {actions && <div className="shrink-0">{actions}</div>}
            </div>
            {lead && (
              <div className="mt-1 max-w-3xl text-pretty text-[0.9375rem]/6 text-ink-soft max-sm:text-sm/6">
                {lead}
              </div>
            )}
          </div>
        )}
        <InquiryAccess mayOpen={can(staff, 'inquiries.view')}>{children}</InquiryAccess>
      </main>
    </div>
  )
}

function StaffNav({
  current,
  staff,
  badges,
}: Required<Pick<StaffShellProps, 'current' | 'staff' | 'badges'>>) {
  const t = useTranslations('StaffShell')
  const pages = STAFF_PAGES.filter(({ permission }) => can(staff, permission))
  return (
    <nav aria-label={t('staff')} className="flex gap-1 px-2 pb-2 lg:flex-col lg:px-3 lg:pb-0">
      {pages.map(({ path }) => {
        const id = SECTIONS[path]
        const Icon = SECTION_ICONS[path]
        return (
          <Link
            key={id}
            href={path}
            prefetch={false}
            aria-current={id === current ? 'page' : undefined}
            className="relative flex min-w-0 flex-1 flex-col items-center gap-1 rounded-lg px-1 py-1.5 text-xs text-ink-soft sm:flex-row sm:justify-center sm:gap-2.5 sm:px-3 sm:py-2 sm:text-[0.9375rem] lg:flex-none lg:justify-start transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-brand-soft aria-[current=page]:font-medium aria-[current=page]:text-brand-strong"
          >
            <Icon aria-hidden="true" className="size-4.5 shrink-0" />
            {t(`sections.${id}`)}
            {badges[id]}
          </Link>
        )
      })}
    </nav>
  )
}

/** How many cases are waiting. On a phone it's next to the section's icon. @param props.label the count in words */
export function NavBadge({ count, label }: { count: string; label: string }) {
  return (
    <span className="absolute top-1 left-[calc(50%+0.7rem)] min-w-4 rounded-full bg-warn px-1 text-center text-[0.625rem]/4 font-semibold text-surface tabular-nums whitespace-nowrap shrink-0 sm:static sm:min-w-5 lg:ml-auto sm:px-1.5 sm:text-xs/5">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only"> {label}</span>
    </span>
  )
}

function AccountLink({ isCurrent }: { isCurrent: boolean }) {
  const t = useTranslations('StaffAccount')
  return (
    <Link
      href="/admin/account"
      prefetch={false}
      aria-current={isCurrent ? 'page' : undefined}
      className={`${buttonClass({ tone: 'quiet', size: 'small' })} aria-[current=page]:bg-brand-soft! aria-[current=page]:text-brand-strong!`}
    >
      <CircleUser aria-hidden="true" className="size-4" />
      <span className="max-sm:sr-only">{t('link')}</span>
    </Link>
  )
}
