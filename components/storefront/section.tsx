import type { ReactNode } from 'react'

export function Section({
  id,
  title,
  lead,
  children,
}: {
  id: string
  title: string
  lead?: string
  children: ReactNode
}) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="mx-auto w-full max-w-6xl px-5 py-16 sm:px-8 sm:py-20"
    >
      <h2 id={`${id}-title`} className="text-3xl font-semibold sm:text-[2.125rem]">
        {title}
      </h2>
      {lead && <p className="mt-3 max-w-2xl text-lg/7 text-ink-soft">{lead}</p>}
      <div className="mt-9">{children}</div>
    </section>
  )
}
