import Form from 'next/form'
import { useTranslations } from 'next-intl'
import { type ReactNode, useId } from 'react'
import { toPath } from '@/components/admin/inquiries/inquiry-query'
import { FilterSelect } from './filter-select'
import { FilterSheet } from './filter-sheet'
import type { ListPage } from './list-query'
import { PeriodField } from './period-field'

export const FIELD = 'h-10 w-full rounded-lg border border-line-strong/70 bg-surface px-3 text-sm'

interface Option {
  value: string
  label: string
  /** A name or an identifier, which browsers shouldn't translate. */
  isName?: boolean
}

export function SelectField({
  name,
  label,
  value,
  isNarrow = false,
  options,
}: {
  name: string
  label: string
  value: string | undefined
  /** Leaves room for the other fields of a long form on a tablet. */
  isNarrow?: boolean
  options: readonly Option[]
}) {
  const t = useTranslations('StaffLists')
  const id = useId()
  const isUnknown = value !== undefined && !options.some((option) => option.value === value)
  return (
    <label htmlFor={id} className="text-sm font-medium">
      <span className="md:sr-only">{label}</span>
      <FilterSelect
        id={id}
        name={name}
        value={value ?? ''}
        className={`${FIELD} max-md:mt-1.5 md:font-normal ${isNarrow ? 'md:max-w-36 xl:max-w-52' : 'md:max-w-52'}`}
      >
        <option value="">{t('anyOf', { label })}</option>
        {options.map((option) => (
          <option
            key={option.value}
            value={option.value}
            translate={option.isName ? 'no' : undefined}
          >
            {option.label}
          </option>
        ))}
        {isUnknown && <option value={value}>{value}</option>}
      </FilterSelect>
    </label>
  )
}

/** A day, or a time to the minute. The label says that it's UTC. */
export function TimeField({
  type,
  name,
  label,
  value,
}: {
  type: 'date' | 'datetime-local'
  name: string
  label: string
  value: string | undefined
}) {
  return (
    <label className="min-w-0 text-sm font-medium">
      {label}
      <input type={type} name={name} defaultValue={value} className={`${FIELD} mt-1.5`} />
    </label>
  )
}

/**
 * A list's own fields, and the period that every list has. The form puts them in the URL, so a filtered list can be
 * bookmarked and shared. Works without JavaScript, and with it keeps the focus where it is.
 */
export function FilterForm({
  list: { path, query, parameters, isFiltered },
  label,
  children,
}: {
  list: ListPage
  label: string
  children: ReactNode
}) {
  const t = useTranslations('StaffLists')
  return (
    <Form
      key={`${query.from} ${query.to}`}
      action={path}
      prefetch={false}
      scroll={false}
      aria-label={label}
      className="mb-4 items-center gap-2 md:mb-5 md:flex md:flex-wrap"
    >
      <FilterSheet active={Object.keys(parameters).length} clear={isFiltered ? path : null}>
        {children}
        <PeriodField
          isNamed
          from={query.from}
          to={query.to}
          startOf={(day) => `${day}T00:00`}
          hrefFrom={(from) => {
            const { to: _to, from: _from, ...others } = parameters
            return toPath(path, from === undefined ? others : { ...others, from })
          }}
        >
          <TimeField type="datetime-local" name="from" label={t('fromUtc')} value={query.from} />
          <TimeField type="datetime-local" name="to" label={t('toUtc')} value={query.to} />
        </PeriodField>
      </FilterSheet>
    </Form>
  )
}
