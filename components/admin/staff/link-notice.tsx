import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
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
        <output
          aria-label={t('link')}
          className="rounded-xl bg-sunken px-4 py-3 font-mono text-sm break-all select-all"
        >
          {url}
        </output>
      )}
      <Button size="small" className="self-end" onClick={onDone}>
        {t('done')}
      </Button>
    </div>
  )
}
