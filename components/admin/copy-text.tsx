import { useTranslations } from 'next-intl'
import { CopyButton } from '@/components/ui/copy-button'

/** An id that nobody reads: only a button that copies it. Nothing if there is none. With a mouse, only in the row that it is over. @param name `Correlation ID` */
export function CopyText({ text, name }: { text: string | null; name: string }) {
  const t = useTranslations('StaffLists')
  if (text === null) return null
  return (
    <span className="in-[tr]:pointer-fine:opacity-0 in-[tr:hover]:pointer-fine:opacity-100 pointer-fine:focus-within:opacity-100">
      <CopyButton text={text} label={t('copy', { name })} copiedLabel={t('copied', { name })} />
    </span>
  )
}
