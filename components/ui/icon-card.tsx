import type { ReactNode } from 'react'
import { Card } from './card'

/** A customer's page in one card: an icon, what happened, and what to do. */
export function IconCard({
  icon,
  title,
  text,
  isLive = false,
  children,
}: {
  icon: ReactNode
  title: string
  text?: string
  /** Whether the title and text change while the page is open. */
  isLive?: boolean
  children?: ReactNode
}) {
  return (
    <Card className="p-6 shadow-sm sm:p-9">
      {icon}
      <div role={isLive ? 'status' : undefined}>
        <h1 className="mt-5 text-2xl font-semibold sm:text-[1.75rem]/tight">{title}</h1>
        {text && <p className="mt-3 text-[1.0625rem]/7 text-ink-soft">{text}</p>}
      </div>
      {children}
    </Card>
  )
}

/** The tile around the icon. */
export const ICON_TILE = 'inline-flex size-14 items-center justify-center rounded-2xl'
