import { Download } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { buttonClass } from '@/components/ui/button'

export function AuditExport() {
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
