'use client'
import { useTranslations } from 'next-intl'
import { CopyButton } from '@/components/ui/copy-button'

/** @param name what the id is called, such as `Correlation ID` */
export function CopyId({ id, name }: { id: string; name: string }) {
  const t = useTranslations('StaffCase')
  return <CopyButton text={id} label={t('copy', { name })} copiedLabel={t('copied', { name })} />
}
