'use client'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { UtcTime } from '@/components/ui/utc-time'
import { SITE } from '@/site'

interface PrintHeadProps {
  readerName: string
  /** ISO 8601, when the server rendered the page. */
  now: string
}

/** The head of a printout: whose it is, and who printed it when. The case's reference and status follow. */
export function PrintHead({ readerName, now }: PrintHeadProps) {
  const t = useTranslations('StaffCase')
  const [printedAt, setPrintedAt] = useState<string | null>(null)
  useEffect(() => {
    // The page may have been open for hours.
    const onPrint = () => flushSync(() => setPrintedAt(new Date().toISOString()))
    window.addEventListener('beforeprint', onPrint)
    return () => window.removeEventListener('beforeprint', onPrint)
  }, [])
  return (
    <div className="hidden text-sm/6 print:block">
      <div className="flex justify-between">
        <p className="font-semibold">{t('printHead', { site: SITE.name })}</p>
        <p>
          {t.rich('printed', {
            time: () => <UtcTime iso={printedAt ?? now} toMinute />,
            name: readerName,
          })}
        </p>
      </div>
      <p>{t('notPrinted')}</p>
    </div>
  )
}
