import { type ReactNode, useId } from 'react'
import { cn } from './cn'

export function Card({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cn('rounded-2xl border bg-card', className)}>{children}</div>
}

interface PanelProps {
  title: string
  /** Shown at the end of the title's line. */
  action?: ReactNode
  children: ReactNode
}

/** A titled section of a dense page. */
export function Panel({ title, action, children }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-xl border bg-card px-4 pt-3.5 pb-4">
      <div className="mb-3 flex min-h-6 items-center justify-between gap-3">
        <h2 id={id} className="text-sm/6 font-semibold tracking-normal">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}

/** One row of a panel's list. Empty if it has no value. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (children === null || children === '') return null
  return (
    <div className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 sm:grid-cols-[9.5rem_minmax(0,1fr)]">
      <dt className="text-subtle-foreground">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}
