/** The types of events in words. The exact type stays beside them, for whoever integrates. */
import { useTranslations } from 'next-intl'
import { inWords } from '@/components/admin/in-words'

/** W7: what the list can be filtered by. */
export const EVENT_KINDS = [
  'inquiry.approved',
  'inquiry.review_in_progress',
  'inquiry.declined',
] as const

export function useKindText() {
  const t = useTranslations('StaffEvents')
  return (kind: string): string => {
    const known = EVENT_KINDS.find((one) => one === kind)
    return known ? t(`kinds.${known}`) : t('unknownKind', { kind: inWords(kind) })
  }
}
