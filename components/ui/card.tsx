import { type ReactNode, useId } from 'react'
import { cn } from './cn'

export function Card({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cn('rounded-2xl border bg-card', className)}>{children}</div>
}

/** A titled section of a dense page. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-xl border bg-card px-4 pt-3.5 pb-4">
      <h2 id={id} className="mb-3 min-h-6 text-sm/6 font-semibold tracking-normal">
        {title}
      </h2>
      {children}
    </section>
  )
}
