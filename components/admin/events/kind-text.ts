/** Event types in words. The screen shows the exact type next to them, for integrators. */
import { useTranslations } from 'next-intl'
import { inWords } from '@/components/admin/in-words'

/** The types that the filter offers (W7). */
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
