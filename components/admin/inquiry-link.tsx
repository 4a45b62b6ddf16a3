import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { toInquiryFrom } from './way-back'

/** @param back the address of the list that it is in */
export function InquiryLink({ id, back }: { id: string | null; back: string }) {
  const t = useTranslations('StaffLists')
  if (id === null) return <span className="text-ink-faint">{t('none')}</span>
  return (
    <Link
      href={toInquiryFrom(id, back)}
      prefetch={false}
      className="font-medium whitespace-nowrap text-brand underline-offset-4 hover:underline"
    >
      {t('openInquiry')}
    </Link>
  )
}
