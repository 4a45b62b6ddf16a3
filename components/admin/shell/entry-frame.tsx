import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Logo } from '@/components/brand/logo'
import { Card } from '@/components/ui/card'

interface EntryFrameProps {
  title: string
  lead?: string
  /** Where the logo links to. */
  home?: string
  /** Below the card. */
  footer?: ReactNode
  children: ReactNode
}

/** The frame of the pages before the staff area: sign-in, a new password, the second factor. */
export function EntryFrame({ title, lead, home, footer, children }: EntryFrameProps) {
  const shell = useTranslations('StaffShell')
  const logo = <Logo suffix={shell('staff')} />
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center bg-[radial-gradient(56rem_28rem_at_50%_-8rem,var(--brand-soft),transparent)] px-5 py-10 sm:py-12">
      {home === undefined ? logo : <a href={home}>{logo}</a>}
      <Card className="mt-7 w-full max-w-md p-6 shadow-sm sm:p-8">
        <h1 className="text-2xl font-semibold">{title}</h1>
        {lead && <p className="mt-1.5 text-[0.9375rem]/6 text-balance text-ink-soft">{lead}</p>}
        <div className="mt-6">{children}</div>
      </Card>
      {footer && (
        <div className="mt-6 flex max-w-md flex-col items-center gap-4 text-sm/6 text-ink-soft">
          {footer}
        </div>
      )}
    </main>
  )
}
