import { Search } from 'lucide-react'
import { KNOWN_STATUSES } from '@/components/admin/status'
import { Button, buttonClass } from '@/components/ui/button'
import type { InquiryQuery } from './inquiry-query'
import { isFiltered } from './inquiry-query'

const FIELD = 'h-10 w-full rounded-lg border border-line-strong/70 bg-surface px-3 text-sm'

/** The action puts the filter in the URL, so that a filtered list can be shared. Works without JavaScript. */
export function InquiryFilters({
  query,
  action,
}: {
  query: InquiryQuery
  action: (formData: FormData) => Promise<void>
}) {
  return (
    <form
      action={action}
      aria-label="Filter inquiries"
      className="mb-5 grid grid-cols-2 items-end gap-3 sm:grid-cols-3 xl:grid-cols-[minmax(12rem,1fr)_auto_auto_auto_auto_auto]"
    >
      <label className="col-span-2 text-sm font-medium sm:col-span-3 xl:col-span-1">
        Search
        <span className="relative mt-1.5 block">
          <Search aria-hidden="true" className="absolute top-3 left-3 size-4 text-ink-faint" />
          <input
            type="search"
            name="search"
            defaultValue={query.search}
            maxLength={256}
            placeholder="Reference or inquiryId"
            className={`${FIELD} pl-9 placeholder:text-ink-faint`}
          />
        </span>
      </label>
      <label className="text-sm font-medium">
        Status
        <select name="status" defaultValue={query.status ?? ''} className={`${FIELD} mt-1.5`}>
          <option value="">Any</option>
          {KNOWN_STATUSES.map(({ status, label }) => (
            <option key={status} value={status}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <DayField name="from" label="From" day={query.from} />
      <DayField name="to" label="To" day={query.to} />
      <label className="flex h-10 items-center gap-2 text-sm font-medium">
        <input
          type="checkbox"
          name="attention"
          value="1"
          defaultChecked={query.attention}
          className="size-4.5 accent-brand"
        />
        Needs attention
      </label>
      <div className="flex gap-2">
        <Button type="submit" tone="secondary" size="small" className="h-10">
          Filter
        </Button>
        {isFiltered(query) && (
          <a
            href="/admin/inquiries"
            className={`${buttonClass({ tone: 'quiet', size: 'small' })} h-10`}
          >
            Clear
          </a>
        )}
      </div>
    </form>
  )
}

function DayField({ name, label, day }: { name: string; label: string; day: string | undefined }) {
  return (
    <label className="text-sm font-medium">
      {label}
      <input type="date" name={name} defaultValue={day} className={`${FIELD} mt-1.5`} />
    </label>
  )
}
