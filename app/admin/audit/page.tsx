/** The audit trail, newest first, filtered by the URL. */
import { ChevronDown, Download, FileSearch } from 'lucide-react'
import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { StaffPage } from '@/app/admin/staff-page'
import { AuditFilter } from '@/components/admin/audit/audit-filter'
import { AuditTable } from '@/components/admin/audit/audit-table'
import { EmptyList } from '@/components/admin/lists/empty-list'
import { parseAuditQuery, parseListPage } from '@/components/admin/lists/list-query'
import { Pager } from '@/components/admin/pager'
import { buttonClass } from '@/components/ui/button'
import { requireStaff } from '@/lib/auth'
import { listAuditActors, listAuditEntries } from '@/lib/back-office/audit-list'
import { can } from '@/lib/staff'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('StaffAudit')
  return { title: t('title') }
}

export default async function AuditPage({ searchParams }: PageProps<'/admin/audit'>) {
  const staff = await requireStaff('audit.list')
  const t = await getTranslations('StaffAudit')
  const list = parseListPage('/admin/audit', await searchParams, parseAuditQuery)
  const [{ items, nextCursor }, actors] = await Promise.all([
    listAuditEntries(staff, list.filter),
    listAuditActors(staff),
  ])
  return (
    <StaffPage
      staff={staff}
      current="audit"
      title={t('title')}
      lead={t('lead')}
      actions={can(staff, 'audit.export') && <AuditExport />}
    >
      <AuditFilter list={list} actors={actors} />
      <AuditTable
        entries={items}
        address={list.address}
        empty={
          <EmptyList list={list} goesOn={nextCursor !== null} icon={FileSearch} title={t('none')}>
            {t('noneText')}
          </EmptyList>
        }
      />
      <Pager list={list} nextCursor={nextCursor} />
    </StaffPage>
  )
}

function AuditExport() {
  const t = useTranslations('AuditExport')
  return (
    <details className="group relative">
      <summary
        className={`${buttonClass({ tone: 'secondary', size: 'small' })} max-sm:h-11 list-none [&::-webkit-details-marker]:hidden`}
      >
        <Download aria-hidden="true" className="size-4" />
        {t('title')}
        <ChevronDown
          aria-hidden="true"
          className="-mr-1 size-4 transition-transform group-open:rotate-180"
        />
      </summary>
      <ul className="absolute right-0 z-20 mt-1.5 min-w-44 rounded-xl border border-line bg-surface p-1.5 text-sm shadow-lg">
        {(['csv', 'jsonl'] as const).map((format) => (
          <li key={format}>
            <a
              href={`/admin/audit/export?format=${format}`}
              download
              className="block rounded-lg px-3 py-2 whitespace-nowrap hover:bg-sunken"
            >
              {t(format)}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
