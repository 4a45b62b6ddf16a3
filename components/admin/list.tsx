/** What the staff area's lists share: tabs, a filter and a pager. Links and a GET form, so the URL says what is shown. */

import { ArrowLeft, ArrowRight, type LucideIcon, Search, SearchX } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useId } from 'react'
import { buttonClass } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { SCANNED_AT_MOST } from '@/lib/back-office/page'
import { addressOf, type ListPage, MAX_LENGTH, toPath } from './list-url'
import { SubmitOnChange } from './submit-on-change'

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
          className="border-b-2 border-transparent px-3 py-2.5 text-[0.9375rem] whitespace-nowrap text-muted-foreground -outline-offset-2 hover:border-input/60 hover:text-foreground aria-[current=page]:border-primary aria-[current=page]:font-medium aria-[current=page]:text-foreground"
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
  /** What the form keeps as it is. */
  kept?: Readonly<Record<string, string | undefined>>
  children: ReactNode
}

/** Works without JavaScript, with a button. A filtered list can be bookmarked and shared. */
export function FilterForm({
  label,
  list: { path, filter },
  kept = {},
  children,
}: FilterFormProps) {
  const isFiltered = toPath(path, filter) !== toPath(path, kept)
  return (
    // The key resets the fields when a link changes the filter.
    <SubmitOnChange
      key={toPath(path, filter)}
      action={path}
      aria-label={label}
      className="mb-4 flex flex-wrap items-center gap-2 md:mb-5"
    >
      {Object.entries(kept).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {children}
      <noscript>
        <button
          type="submit"
          className={cn(buttonClass({ tone: 'secondary', size: 'small' }), 'h-10!')}
        >
          Filter
        </button>
      </noscript>
      {isFiltered && (
        <Link
          href={toPath(path, kept)}
          prefetch={false}
          // A phone has no room for a second way.
          className={cn(buttonClass({ tone: 'quiet', size: 'small' }), 'h-10! max-sm:hidden')}
        >
          Clear
        </Link>
      )}
    </SubmitOnChange>
  )
}

const FIELD = 'h-10 w-full rounded-lg border border-input/70 bg-card px-3 text-sm'
/** An inquiryId starts the hosted flow (F2), so it mustn't end up in a URL, where proxies would log it. */
const NO_INQUIRY_ID = '(?!\\s*[0-9A-Fa-f]{8}-?(?:[0-9A-Fa-f]{4}-?){3}[0-9A-Fa-f]{12}).*'

export function SearchField({ value }: { value: string | undefined }) {
  return (
    <label className="relative block min-w-0 grow-2 basis-36">
      <span className="sr-only">Search</span>
      <Search aria-hidden="true" className="absolute top-3 left-3 size-4 text-subtle-foreground" />
      <input
        type="search"
        name="q"
        enterKeyHint="search"
        defaultValue={value}
        maxLength={MAX_LENGTH}
        pattern={NO_INQUIRY_ID}
        title="Search for a reference or the beginning of one, not for an inquiry ID."
        placeholder="Reference"
        className={cn(FIELD, 'pl-9 placeholder:text-subtle-foreground')}
      />
    </label>
  )
}

interface SelectFieldProps {
  name: string
  label: string
  value: string | undefined
  /** Those that `isName` holds for aren't translated by the browser. */
  options: readonly { value: string; label: string; isName?: boolean }[]
}

export function SelectField({ name, label, value, options }: SelectFieldProps) {
  const id = useId()
  const isUnknown = value !== undefined && !options.some((option) => option.value === value)
  return (
    <div className="min-w-0 max-md:flex-1 max-md:basis-28 md:max-w-56">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <select
        id={id}
        name={name}
        defaultValue={value ?? ''}
        className={cn(FIELD, 'max-sm:pr-8! max-sm:pl-2.5')}
      >
        <option value="">{label}: any</option>
        {options.map(({ value, label, isName }) => (
          <option key={value} value={value} translate={isName ? 'no' : undefined}>
            {label}
          </option>
        ))}
        {isUnknown && <option value={value}>{value}</option>}
      </select>
    </div>
  )
}

/** Keyset paging: on to the next page, or back to the first. */
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
        <Link href={addressOf({ ...list, after: nextCursor })} prefetch={false} className={look}>
          Next page
          <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
      )}
    </nav>
  )
}

export function EmptyState({
  icon: Icon,
  title,
  children,
}: {
  icon: LucideIcon
  title: ReactNode
  children?: ReactNode
}) {
  return (
    <div className="flex flex-col items-center px-6 py-16 text-center">
      <span className="inline-flex size-12 items-center justify-center rounded-2xl bg-muted text-subtle-foreground">
        <Icon aria-hidden="true" className="size-6" />
      </span>
      <p className="mt-4 max-w-full font-medium">{title}</p>
      {children && (
        <div className="mt-1 max-w-md text-sm/6 text-balance text-muted-foreground">{children}</div>
      )}
    </div>
  )
}

interface EmptyListProps {
  list: ListPage
  /** Whether there is a next page, which looks further back. */
  goesOn: boolean
  icon: LucideIcon
  title: string
  children: ReactNode
}

/** A page without rows: nothing yet, or nothing that matches the filter. */
export function EmptyList({ list, goesOn, icon, title, children }: EmptyListProps) {
  if (goesOn)
    return (
      <EmptyState icon={SearchX} title="No match so far">
        None of the {SCANNED_AT_MOST} entries on this page match. The next page looks further back.
      </EmptyState>
    )
  if (addressOf(list) === list.path)
    return (
      <EmptyState icon={icon} title={title}>
        {children}
      </EmptyState>
    )
  return (
    <EmptyState icon={SearchX} title="Nothing matches this filter">
      Change the filter or clear it.
    </EmptyState>
  )
}
