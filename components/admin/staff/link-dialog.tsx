'use client'
import { Dialog } from '@base-ui/react/dialog'
import { useTranslations } from 'next-intl'
import { DialogBox } from '@/components/ui/dialog-box'
import { LinkNotice } from './link-notice'

export interface CreatedLink {
  url: string
  hours: number
}

/** Shows a link that was created for a colleague. */
export function LinkDialog({
  link,
  name,
  onClose,
}: {
  link: CreatedLink | null
  name: string
  onClose: () => void
}) {
  const t = useTranslations('StaffLinks')
  return (
    <Dialog.Root open={link !== null} onOpenChange={(open) => !open && onClose()}>
      <DialogBox title={t('link')}>
        {link && (
          <LinkNotice title={t('created', { name })} url={link.url} onDone={onClose}>
            {t('createdText', { hours: link.hours })}
          </LinkNotice>
        )}
      </DialogBox>
    </Dialog.Root>
  )
}
