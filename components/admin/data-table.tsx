/** The staff area's tables, and cells that several of them share. */

import { Inbox } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Card } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import { CopyButton } from '@/components/ui/copy-button'

interface Column<Item> {
  label: string
  cell: (item: Item) => ReactNode
  /** On a phone, a row becomes a card. The cell then has its own line, or shares one with its neighbour. */
  phone: 'line' | 'shared'
  /** Whether a screen reader names the row by this cell. */
  isRowHeader?: boolean
  /** A class that sets the column's width. */
  width?: string
}

interface DataTableProps<Item> {
  label: string
  columns: readonly Column<Item>[]
  items: readonly Item[]
}

export function DataTable<Item extends { id: string }>({
  label,
  columns,
  items,
}: DataTableProps<Item>) {
  if (items.length === 0)
    return (
      <Card className="flex flex-col items-center gap-4 px-6 py-16 font-medium">
        <span className="inline-flex size-12 items-center justify-center rounded-2xl bg-muted text-subtle-foreground">
          <Inbox aria-hidden="true" className="size-6" />
        </span>
        Nothing to show
      </Card>
    )
  return (
    <Card className="overflow-hidden">
      <table aria-label={label} className="w-full text-left text-sm/6 max-md:block">
        <thead className="text-[0.8125rem]/5 text-subtle-foreground max-md:sr-only">
          <tr>
            {columns.map(({ label, width }) => (
              <th key={label} scope="col" className={cn(CELL, 'py-2.5 font-medium', width)}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block max-md:divide-y">
          {items.map((item) => (
            <tr
              key={item.id}
              className="relative max-md:flex max-md:flex-wrap max-md:items-center max-md:justify-between max-md:gap-x-3 max-md:gap-y-1 max-md:px-4 max-md:py-3 md:border-t md:transition-colors md:hover:bg-muted/50"
            >
              {columns.map(({ label, phone, cell, isRowHeader }) => {
                const Cell = isRowHeader ? 'th' : 'td'
                return (
                  <Cell
                    key={label}
                    scope={isRowHeader ? 'row' : undefined}
                    className={cn(
                      CELL,
                      'min-w-0 py-3 align-baseline font-normal break-words text-muted-foreground max-md:block max-md:empty:hidden',
                      phone === 'line' && 'max-md:basis-full',
                    )}
                  >
                    {cell(item)}
                  </Cell>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

/** On a tablet or beside the navigation, the columns need tighter spacing to fit. */
const CELL = 'max-md:p-0 md:px-1.5 md:first:pl-4 md:last:pr-4 xl:px-5'

interface InquiryLinkProps {
  id: string | null
  /** The referenceId; null if the inquiry was erased. */
  reference: string | null
}

export function InquiryLink({ id, reference }: InquiryLinkProps) {
  if (id === null) return null
  if (reference === null) return <span className="text-subtle-foreground">Erased</span>
  return (
    <Link
      href={`/admin/inquiries/${id}`}
      prefetch={false}
      className="font-medium whitespace-nowrap text-primary tabular-nums underline-offset-4 hover:underline"
    >
      {reference}
    </Link>
  )
}

interface CopyTextProps {
  text: string
  /** The text's name, such as `Correlation ID`. */
  name: string
}

/** A button that copies an id. */
export const CopyText = ({ text, name }: CopyTextProps) => (
  <CopyButton text={text} label={`Copy ${name}`} copiedLabel={`${name} copied`} />
)
