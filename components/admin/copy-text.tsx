import { useTranslations } from 'next-intl'
import { CopyButton } from '@/components/ui/copy-button'

/** An id that nobody reads: only a button that copies it. Nothing if there is none. @param name `Correlation ID` */
export function CopyText({ text, name }: { text: string | null; name: string }) {
  const t = useTranslations('StaffLists')
  if (text === null) return null
  return <CopyButton text={text} label={t('copy', { name })} copiedLabel={t('copied', { name })} />
}
