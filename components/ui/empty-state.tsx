import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export function EmptyState({
  icon: Icon,
  title,
  children,
}: {
  icon: LucideIcon
  title: string
  children?: ReactNode
}) {
  return (
    <div className="flex flex-col items-center px-6 py-16 text-center">
      <span className="inline-flex size-12 items-center justify-center rounded-2xl bg-sunken text-ink-faint">
        <Icon aria-hidden="true" className="size-6" />
      </span>
      <p className="mt-4 max-w-md font-medium text-balance wrap-anywhere">{title}</p>
      {children && (
        <div className="mt-1 max-w-md text-sm/6 text-balance text-ink-soft">{children}</div>
      )}
    </div>
  )
}
