import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Notice } from '@/components/ui/notice'

interface LinkNoticeProps {
  title: string
  children: string
  url: string | undefined
  onDone: () => void
}

/** The one-time link to send, if there is one. It's shown only here. */
export function LinkNotice({ title, children, url, onDone }: LinkNoticeProps) {
  const t = useTranslations('StaffLinks')
  return (
    <div className="mt-5 flex flex-col gap-4">
      <Notice tone="good" role="status" title={title}>
        <p>{children}</p>
        {url && <p className="mt-2">{t('confirmNote')}</p>}
      </Notice>
      {url && (
        <div className="flex items-center gap-2 rounded-xl bg-sunken px-4 py-3">
          <output
            aria-label={t('link')}
            title={url}
            className="min-w-0 flex-1 truncate font-mono text-sm select-all"
          >
            {url}
          </output>
          <CopyButton text={url} label={t('copyLink')} copiedLabel={t('linkCopied')} />
        </div>
      )}
      <Button size="small" className="self-end" onClick={onDone}>
        {t('done')}
      </Button>
    </div>
  )
}
