import type { ReactNode } from 'react'

export interface Fact {
  label: string
  value: ReactNode
}

/** Label and value pairs. Those without a value are left out. */
export function FactList({ facts }: { facts: Fact[] }) {
  return (
    <dl className="grid gap-x-8 gap-y-4 text-[0.9375rem]/6 sm:grid-cols-2">
      {facts
        .filter(({ value }) => value !== null && value !== '')
        .map(({ label, value }, index) => (
          // A label can appear twice (N14): a document has a country, and so has its address.
          // biome-ignore lint/suspicious/noArrayIndexKey: facts are never reordered
          <div key={`${label} ${index}`} className="min-w-0">
            <dt className="text-sm text-ink-faint">{label}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
