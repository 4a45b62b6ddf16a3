import type { ReactNode } from 'react'
import { Card } from '@/components/ui/card'

export interface Column<Item> {
  label: string
  cell: (item: Item) => ReactNode
  /** On screens wider than a phone, hidden below this breakpoint. */
  from?: 'lg' | 'xl'
  /**
   * On a phone, a table row is a card with two columns. The cell takes a full `row`, or goes at the `start` or the `end`.
   * There's no room for anything else, so cells that only an engineer needs are hidden.
   */
  phone?: keyof typeof PHONE
  /** Right-aligned, for buttons. Only screen readers get its heading. */
  isAction?: boolean
  /** A class that sets the column's width. */
  width?: string
}

const PHONE = {
  row: 'max-md:col-span-full max-md:block',
  start: 'max-md:col-start-1 max-md:block',
  end: 'max-md:col-start-2 max-md:block max-md:text-right',
  hide: 'max-md:hidden',
} as const

const FROM = { lg: 'md:max-lg:hidden', xl: 'md:max-xl:hidden' } as const

/** Beside the navigation or on a tablet, the columns only fit closer together. */
const PADDING = 'md:px-3 md:first:pl-5 md:last:pr-5 xl:px-5'

interface DataTableProps<Item> {
  label: string
  columns: readonly Column<Item>[]
  items: readonly Item[]
  empty: ReactNode
  /** Centres cells vertically, for rows of equal height with buttons. */
  isCentred?: boolean
}

export function DataTable<Item extends { id: string }>({
  label,
  columns,
  items,
  empty,
  isCentred = false,
}: DataTableProps<Item>) {
  if (items.length === 0) return <Card>{empty}</Card>
  const look = (column: Column<Item>, index: number) =>
    [
      PHONE[column.phone ?? (index === 0 ? 'row' : 'end')],
      column.from ? FROM[column.from] : '',
      column.isAction ? 'md:text-right' : '',
    ].join(' ')
  return (
    <Card className="overflow-hidden">
      <table aria-label={label} className="w-full text-left text-sm/6 max-md:block">
        <thead className="text-[0.8125rem]/5 text-ink-faint max-md:sr-only">
          <tr>
            {columns.map((column, index) => (
              <th
                key={column.label}
                scope="col"
                className={`${PADDING} py-2.5 font-medium max-md:p-0 ${column.width ?? ''} ${look(column, index)}`}
              >
                {column.isAction ? <span className="sr-only">{column.label}</span> : column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block max-md:divide-y max-md:divide-line">
          {items.map((item) => (
            <tr
              key={item.id}
              className="max-md:grid max-md:grid-cols-[minmax(0,1fr)_fit-content(60%)] max-md:gap-x-4 max-md:gap-y-0.5 max-md:px-4 max-md:py-3 md:border-t md:border-line md:transition-colors md:hover:bg-sunken/50"
            >
              {columns.map((column, index) => (
                <td
                  key={column.label}
                  className={`${PADDING} py-3 ${isCentred ? 'align-middle' : 'align-top'} break-words text-ink-soft first:text-ink max-md:min-w-0 max-md:p-0 ${look(column, index)}`}
                >
                  {column.cell(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
