import type { ReactNode } from 'react'
import { Card } from '@/components/ui/card'

export interface Column<Item> {
  label: string
  cell: (item: Item) => ReactNode
  /** Hidden below this width. The first column always shows. */
  from?: 'md' | 'lg' | 'xl'
}

const FROM = {
  md: 'hidden md:table-cell',
  lg: 'hidden lg:table-cell',
  xl: 'hidden xl:table-cell',
} as const

interface DataTableProps<Item> {
  label: string
  columns: readonly Column<Item>[]
  items: readonly Item[]
  empty: ReactNode
}

export function DataTable<Item extends { id: string }>({
  label,
  columns,
  items,
  empty,
}: DataTableProps<Item>) {
  if (items.length === 0) return <Card>{empty}</Card>
  return (
    <Card className="overflow-hidden">
      <table aria-label={label} className="w-full text-left text-sm/6">
        <thead className="text-ink-faint">
          <tr>
            {columns.map(({ label, from }) => (
              <th
                key={label}
                scope="col"
                className={`px-4 py-3 font-medium sm:px-5 ${from ? FROM[from] : ''}`}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id} className="border-t border-line">
              {columns.map(({ label, cell, from }) => (
                <td
                  key={label}
                  className={`px-4 py-3.5 sm:px-5 align-top break-words text-ink-soft first:text-ink ${from ? FROM[from] : ''}`}
                >
                  {cell(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
