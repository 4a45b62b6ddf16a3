import { Skeleton } from '@/components/ui/skeleton'

const ROWS = Array.from({ length: 8 }, (_, row) => row)

export function InquiryTableSkeleton() {
  return (
    <div
      role="status"
      aria-busy="true"
      className="divide-y divide-line rounded-2xl border border-line bg-surface"
    >
      <span className="sr-only">Loading inquiries</span>
      {ROWS.map((row) => (
        <div key={row} className="flex items-center gap-6 px-5 py-4">
          <Skeleton className="h-4 w-56" />
          <Skeleton className="hidden h-4 w-28 md:block" />
          <Skeleton className="ml-auto h-6 w-24 rounded-full" />
        </div>
      ))}
    </div>
  )
}
