/** The tabs, filter, pager and export of the staff area's lists. They are links and a GET form, so the URL describes the list. */

import { ArrowLeft, ArrowRight, Download, Search, X } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { buttonClass } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { type ListPage, MAX_LENGTH, MIN_SEARCH, toPath } from '@/lib/back-office/list-url'

interface Tab {
  href: string
  label: string
  isCurrent: boolean
}

/** Links that look like tabs. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="-mx-5 mb-4 flex gap-1 border-b px-5 sm:mx-0 sm:mb-5 sm:px-0">
      {tabs.map(({ href, label, isCurrent }) => (
        <Link
          key={label}
          href={href}
          prefetch={false}
          aria-current={isCurrent ? 'page' : undefined}
          className="border-b-2 border-transparent px-3 py-2.5 text-[0.9375rem] whitespace-nowrap text-muted-foreground -outline-offset-2 hover:border-input/60 hover:text-foreground aria-[current=page]:border-primary aria-[current=page]:font-medium aria-[current=page]:text-foreground forced-colors:border-[Canvas] forced-colors:aria-[current=page]:border-[Highlight]"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

interface FilterFormProps {
  label: string
  list: ListPage
  children: ReactNode
}

/** A GET form, so that a filtered list can be bookmarked and shared. */
export function FilterForm({ label, list: { path, filter }, children }: FilterFormProps) {
  return (
    <form
      // Remounts the fields when a link changes the filter.
      key={toPath(path, filter)}
      action={path}
      aria-label={label}
      // Stops the browser from restoring outdated values after going back.
      autoComplete="off"
      className="mb-4 flex flex-wrap items-center gap-2 md:mb-5"
    >
      {children}
      <button
        type="submit"
        className={cn(buttonClass({ tone: 'secondary', size: 'small' }), 'h-10!')}
      >
        Filter
      </button>
      {Object.entries(filter).some(([name, value]) => name !== 'tab' && value) && (
        <Link
          href={toPath(path, { tab: filter.tab })}
          prefetch={false}
          className={cn(buttonClass({ tone: 'quiet', size: 'small' }), 'h-10!')}
        >
          <X aria-hidden="true" className="size-4" />
          Clear filter
        </Link>
      )}
    </form>
  )
}

const FIELD = 'h-10 rounded-lg border border-input bg-card px-3 text-sm'
/** Rejects an inquiryId: it starts the hosted flow (F2), and proxies would log it with the URL. */
const NO_INQUIRY_ID = '(?!\\s*[0-9A-Fa-f]{8}-?(?:[0-9A-Fa-f]{4}-?){3}[0-9A-Fa-f]{12}).*'

export function SearchField({ value }: { value: string | undefined }) {
  return (
    <label className="relative block grow basis-[calc(100%-6rem)] md:max-w-md md:basis-28">
      <span className="sr-only">Search</span>
      <Search aria-hidden="true" className="absolute top-3 left-3 size-4 text-subtle-foreground" />
      <input
        type="search"
        name="q"
        enterKeyHint="search"
        defaultValue={value}
        maxLength={MAX_LENGTH}
        pattern={NO_INQUIRY_ID}
        title="Search for at least three letters or digits in a row of a reference or an account number, not for an inquiry ID."
        placeholder="Reference or account number"
        minLength={MIN_SEARCH}
        className={cn(FIELD, 'w-full pl-9 placeholder:text-subtle-foreground')}
      />
    </label>
  )
}

interface SelectFieldProps {
  name: string
  label: string
  value: string | undefined
  options: readonly { value: string; label: string }[]
}

export function SelectField({ name, label, value = '', options }: SelectFieldProps) {
  return (
    <select
      name={name}
      aria-label={label}
      defaultValue={value}
      className={cn(FIELD, 'min-w-0 max-md:min-w-29.5 max-md:flex-1 max-md:basis-24')}
    >
      <option value="">{label}: any</option>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}

/** Keyset paging knows no page numbers, so this links only to the next page and the first. */
export function Pager({ list, nextCursor }: { list: ListPage; nextCursor: string | null }) {
  const isFirst = list.after === undefined
  if (isFirst && nextCursor === null) return null
  const look = buttonClass({ tone: 'secondary', size: 'small' })
  return (
    <nav aria-label="Pages" className="mt-5 flex justify-between gap-3">
      {isFirst ? (
        <span />
      ) : (
        <Link href={toPath(list.path, list.filter)} prefetch={false} className={look}>
          <ArrowLeft aria-hidden="true" className="size-4" />
          First page
        </Link>
      )}
      {nextCursor && (
        <Link
          href={toPath(list.path, { ...list.filter, after: nextCursor })}
          prefetch={false}
          className={look}
        >
          Next page
          <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
      )}
    </nav>
  )
}

export const ExportLink = ({ href, title }: { href: string; title: string }) => (
  <a
    href={href}
    title={title}
    className={cn(buttonClass({ tone: 'secondary', size: 'small' }), 'max-sm:h-11')}
  >
    <Download aria-hidden="true" className="size-4" />
    Export
  </a>
)
