import { useTranslations } from 'next-intl'
import { Notice } from '@/components/ui/notice'
import type { InquiryDetail } from '@/lib/back-office/views'
import { causeText } from './cause-text'

/** What went wrong with this case. Empty for most. */
export function CaseNotices({ inquiry }: { inquiry: InquiryDetail }) {
  const t = useTranslations('StaffCase')
  return (
    <div className="mb-4 flex flex-col gap-2 empty:hidden">
      {inquiry.reversedAt && (
        <Notice tone="bad" title={t('notices.reversed.title')}>
          {t('notices.reversed.text')}
        </Notice>
      )}
      {inquiry.openError && inquiry.openState !== 'OPEN' && (
        <Notice tone="warn" title={t('notices.notOpened.title')}>
          {t('notices.notOpened.text', {
            error: causeText(t, inquiry.openError),
            attempts: inquiry.openAttempts,
          })}
        </Notice>
      )}
      {inquiry.readError && (
        <Notice tone="warn" title={t('notices.notRead.title')}>
          <span title={inquiry.readError}>{causeText(t, inquiry.readError)}</span>.{' '}
          {inquiry.nextReadAt ? t('notices.notRead.retrying') : t('notices.notRead.stopped')}
        </Notice>
      )}
      {inquiry.accountError && (
        <Notice tone="bad" title={t('notices.noAccount.title')}>
          {t('notices.noAccount.text', { error: causeText(t, inquiry.accountError) })}
        </Notice>
      )}
      {inquiry.hasOrphan && (
        <Notice tone="warn" title={t('notices.orphan.title')}>
          {t('notices.orphan.text')}
        </Notice>
      )}
    </div>
  )
}
