/** The staff area's tables, and cells that several of them have. */

import Link from 'next/link'
import { Fragment, type ReactNode } from 'react'
import { Card } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import { CopyButton } from '@/components/ui/copy-button'
import { toInquiryFrom } from './list-url'

export interface Column<Item> {
  label: string
  cell: (item: Item) => ReactNode
  /**
   * On a phone, a table row is a card with two columns. The cell takes a full `row` or, below these, goes at the `start` or
   * the `end`, or in the rows before them: in the top corner, or under a corner. What only an engineer needs is hidden.
   */
  phone: keyof typeof PHONE
  /** Right-aligned, for buttons. Only screen readers get its heading. */
  isAction?: boolean
  /** The list is sorted by it, from the newest or the longest. */
  isSorted?: boolean
  /** A class that sets the column's width. */
  width?: string
}

const PHONE = {
  row: 'max-md:col-span-full max-md:block',
  start: 'max-md:order-1 max-md:col-start-1 max-md:block',
  end: 'max-md:order-1 max-md:col-start-2 max-md:block max-md:text-right',
  top: 'max-md:col-start-1 max-md:row-start-1 max-md:block',
  corner: 'max-md:col-start-2 max-md:row-start-1 max-md:block max-md:text-right',
  underTop: 'max-md:col-start-1 max-md:row-start-2 max-md:block max-md:self-center max-md:pt-1.5',
  underCorner: 'max-md:col-start-2 max-md:row-start-2 max-md:block max-md:pt-1.5 max-md:text-right',
  hide: 'max-md:hidden',
} as const

/** Beside the navigation or on a tablet, the columns fit only with tighter spacing. */
const PADDING = 'md:px-3 md:first:pl-5 md:last:pr-5 xl:px-5'

interface DataTableProps<Item> {
  label: string
  columns: readonly Column<Item>[]
  items: readonly Item[]
  empty?: ReactNode
  /** The heading of the row's group, repeated by every row of it. */
  groupOf?: (item: Item) => string
  /** Centres cells vertically, for rows of equal height with buttons. */
  isCentred?: boolean
}

export function DataTable<Item extends { id: string }>({
  label,
  columns,
  items,
  empty,
  groupOf,
  isCentred = false,
}: DataTableProps<Item>) {
  if (items.length === 0) return <Card>{empty}</Card>
  const look = ({ phone, isAction }: Column<Item>) => cn(PHONE[phone], isAction && 'md:text-right')
  return (
    <Card className="overflow-hidden">
      <table aria-label={label} className="w-full text-left text-sm/6 max-md:block">
        <thead className="text-[0.8125rem]/5 text-subtle-foreground max-md:sr-only">
          <tr>
            {columns.map((column) => (
              <th
                key={column.label}
                scope="col"
                aria-sort={column.isSorted ? 'descending' : undefined}
                className={cn(
                  PADDING,
                  'py-2.5 font-medium max-md:p-0',
                  column.isSorted && 'text-foreground',
                  column.width,
                  look(column),
                )}
              >
                {column.isAction ? <span className="sr-only">{column.label}</span> : column.label}
                {column.isSorted && <span aria-hidden="true"> ↓</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block max-md:divide-y">
          {items.map((item, row) => (
            <Fragment key={item.id}>
              {groupOf && startsGroup(items, row, groupOf) && (
                <tr className="max-md:block md:border-t">
                  <th
                    scope="rowgroup"
                    colSpan={columns.length}
                    className="bg-muted/60 px-4 py-1.5 text-left text-xs/5 font-medium text-subtle-foreground max-md:block md:px-5"
                  >
                    {groupOf(item)}
                  </th>
                </tr>
              )}
              <tr className="relative max-md:grid max-md:grid-cols-[minmax(0,1fr)_fit-content(60%)] max-md:gap-x-4 max-md:gap-y-0.5 max-md:px-4 max-md:py-3 md:border-t md:transition-colors md:hover:bg-muted/50">
                {columns.map((column) => (
                  <td
                    key={column.label}
                    className={cn(
                      PADDING,
                      'py-3',
                      isCentred ? 'align-middle' : 'align-top',
                      'break-words text-muted-foreground max-md:min-w-0 max-md:p-0',
                      look(column),
                    )}
                  >
                    {column.cell(item)}
                  </td>
                ))}
              </tr>
            </Fragment>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function startsGroup<Item>(items: readonly Item[], row: number, groupOf: (item: Item) => string) {
  const [above, item] = [items[row - 1], items[row]]
  return item !== undefined && (above === undefined || groupOf(above) !== groupOf(item))
}

interface InquiryLinkProps {
  id: string | null
  /** Its referenceId; null if the inquiry has been erased. */
  reference: string | null
  /** The URL of the list that contains the link. */
  back: string
}

export function InquiryLink({ id, reference, back }: InquiryLinkProps) {
  if (id === null) return <NoValue />
  if (reference === null) return <span className="text-subtle-foreground">Erased</span>
  return (
    <Link
      href={toInquiryFrom(id, back)}
      prefetch={false}
      className="font-medium whitespace-nowrap text-primary tabular-nums underline-offset-4 hover:underline"
    >
      {reference}
    </Link>
  )
}

/** An empty cell of a list. */
export const NoValue = () => (
  <span className="text-subtle-foreground max-md:hidden">
    <span aria-hidden="true">–</span>
    <span className="sr-only">None</span>
  </span>
)

interface CopyTextProps {
  text: string | null
  /** What is copied, such as `Correlation ID`. */
  name: string
}

/** A button that copies an id or a command, which nobody types by hand. */
export const CopyText = ({ text, name }: CopyTextProps) =>
  text !== null && <CopyButton text={text} label={`Copy ${name}`} copiedLabel={`${name} copied`} />
