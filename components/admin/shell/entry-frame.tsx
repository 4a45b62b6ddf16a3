import type { ReactNode } from 'react'
import { Logo } from '@/components/brand/logo'
import { Card } from '@/components/ui/card'

interface EntryFrameProps {
  title: string
  lead?: string
  /** Where the logo links to. */
  home?: string
  /** Below the form. */
  note?: ReactNode
  /** At the foot of the window. */
  footer?: ReactNode
  children: ReactNode
}

/** The frame of the sign-in page. */
export function EntryFrame({ title, lead, home, note, footer, children }: EntryFrameProps) {
  const logo = <Logo suffix="Staff" />
  return (
    <main
      lang="en"
      className="flex min-h-dvh flex-col items-center bg-[radial-gradient(56rem_28rem_at_50%_-8rem,var(--brand-soft),transparent)] px-5 pt-10 pb-6"
    >
      <div className="my-auto flex w-full max-w-md flex-col items-center pb-6">
        {home === undefined ? logo : <a href={home}>{logo}</a>}
        <Card className="mt-7 w-full p-6 shadow-sm sm:p-8">
          <h1 className="text-2xl font-semibold">{title}</h1>
          {lead && <p className="mt-1.5 text-[0.9375rem]/6 text-balance text-ink-soft">{lead}</p>}
          <div className="mt-6">{children}</div>
        </Card>
        {note && (
          <p className="mt-5 px-2 text-center text-sm/6 text-balance text-ink-soft">{note}</p>
        )}
      </div>
      {footer && (
        <div className="flex max-w-2xl flex-col items-center gap-3 text-sm/6 text-ink-soft">
          {footer}
        </div>
      )}
    </main>
  )
}
