import { useTranslations } from 'next-intl'
import { CopyButton } from '@/components/ui/copy-button'

/**
 * A button that copies an id without showing it. With a mouse, it appears only in the row under the pointer.
 * @param name what is copied, such as `Correlation ID`
 */
export function CopyText({ text, name }: { text: string | null; name: string }) {
  const t = useTranslations('StaffLists')
  if (text === null) return null
  return (
    <span className="in-[tr]:pointer-fine:opacity-0 in-[tr:hover]:pointer-fine:opacity-100 pointer-fine:focus-within:opacity-100">
      <CopyButton text={text} label={t('copy', { name })} copiedLabel={t('copied', { name })} />
    </span>
  )
}
