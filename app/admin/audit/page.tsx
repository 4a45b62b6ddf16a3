/** The audit trail, newest first, filtered by the URL. */
import { Download, FileSearch } from 'lucide-react'
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
    <div className="flex flex-wrap gap-2">
      {(['csv', 'jsonl'] as const).map((format) => (
        <a
          key={format}
          href={`/admin/audit/export?format=${format}`}
          download
          className={buttonClass({ tone: 'secondary', size: 'small' })}
        >
          <Download aria-hidden="true" className="size-4" />
          {t(format)}
        </a>
      ))}
    </div>
  )
}
