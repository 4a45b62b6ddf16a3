import type { ReactNode } from 'react'
import { cn } from './cn'

const TONES = {
  good: 'bg-success-soft text-success',
  warn: 'bg-warning-soft text-warning',
  bad: 'bg-destructive-soft text-destructive',
  info: 'bg-info-soft text-info',
  plain: 'bg-border/55 text-muted-foreground',
} as const

export type BadgeTone = keyof typeof TONES

export function Badge({
  tone,
  title,
  children,
}: {
  tone: BadgeTone
  title?: string
  children: ReactNode
}) {
  return (
    <span
      title={title}
      className={cn(
        'inline-flex max-w-full items-center gap-1.5 rounded-full px-2.5 py-0.5 text-[0.8125rem]/5 font-medium tracking-normal',
        TONES[tone],
      )}
    >
      <span aria-hidden="true" className="size-1.5 shrink-0 rounded-full bg-current" />
      <span className="truncate">{children}</span>
    </span>
  )
}
