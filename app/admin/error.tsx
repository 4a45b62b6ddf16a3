'use client'
/** Shown when rendering a staff page fails. Who is reading isn't known here, so the navigation has what every role may see. */
import { usePathname } from 'next/navigation'
import { Logo } from '@/components/brand/logo'
import { Button, buttonClass } from '@/components/ui/button'
import { DeadEndText } from '@/components/ui/dead-end'
import { can, ROLES, STAFF_PAGES } from '@/lib/staff'
import { useFailureText } from '../failure-text'

const FOR_EVERYONE = STAFF_PAGES.filter(({ permission }) =>
  ROLES.every((role) => can({ role }, permission)),
)

export default function StaffErrorPage({ retry: tryAgain }: { retry: () => void }) {
  const { title, text, retry, staff } = useFailureText()
  const path = usePathname()
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-line bg-surface px-5 pt-4 sm:px-8">
        <a href="/admin">
          <Logo suffix={staff.name} />
        </a>
        {path !== '/admin/sign-in' && (
          <nav aria-label={staff.name} className="-mx-3 mt-3 flex flex-wrap gap-1 pb-2">
            {FOR_EVERYONE.map((page) => (
              <a
                key={page.path}
                href={page.path}
                className="rounded-lg px-3 py-2 text-[0.9375rem] text-ink-soft hover:bg-sunken hover:text-ink"
              >
                {staff.sections[page.path]}
              </a>
            ))}
          </nav>
        )}
      </header>
      <main className="flex flex-1 flex-col items-center justify-center px-5 py-12 text-center">
        <DeadEndText title={title} text={text}>
          <Button onClick={tryAgain}>{retry}</Button>
          <a href="/admin" className={buttonClass({ tone: 'secondary' })}>
            {staff.overview}
          </a>
        </DeadEndText>
      </main>
    </div>
  )
}
