import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './cn'

const TONES = {
  info: { icon: Info, look: 'bg-info-soft text-info' },
  warn: { icon: TriangleAlert, look: 'bg-warning-soft text-warning' },
  bad: { icon: CircleAlert, look: 'bg-destructive-soft text-destructive' },
} as const

/** An inline message. Use `role="alert"` if it responds to what the user just did. */
export function Notice({
  tone,
  title,
  role,
  children,
}: {
  tone: keyof typeof TONES
  title?: string
  role?: 'alert' | 'status'
  children?: ReactNode
}) {
  const { icon: Icon, look } = TONES[tone]
  return (
    <div role={role} className={cn('flex gap-3 rounded-xl px-4 py-3 text-sm/6', look)}>
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="text-muted-foreground">{children}</div>}
      </div>
    </div>
  )
}
