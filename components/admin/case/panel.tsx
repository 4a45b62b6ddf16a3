import { type ReactNode, useId } from 'react'

/** A titled section of the case page. */
export function Panel({
  title,
  aside,
  children,
}: {
  title: string
  aside?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="rounded-xl border border-line bg-surface px-4 pt-3.5 pb-4 print:break-inside-avoid print:rounded-none print:border-x-0 print:border-b-0 print:px-0"
    >
      <div className="mb-3 flex min-h-6 flex-wrap items-center justify-between gap-x-3 gap-y-0.5">
        <h2 id={id} className="text-sm font-semibold tracking-normal">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
