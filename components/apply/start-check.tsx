import { LoaderCircle } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { LocalDeadline } from '@/components/ui/local-time'
import { Notice } from '@/components/ui/notice'
import type { HostedFlow, HostedFlowSettings } from './use-hosted-flow'

interface StartCheckProps {
  inquiryId: string
  expiresAt: string | null
  flow: HostedFlow
  settings: HostedFlowSettings
}

/** Starts the hosted flow, and explains what to do if the browser blocks it. */
export function StartCheck({ inquiryId, expiresAt, flow, settings }: StartCheckProps) {
  const t = useTranslations('Verify.start')
  const { state, ended } = flow
  const loading = state === 'loading'
  return (
    <>
      {ended && state === 'idle' && (
        <Notice tone="info" role="status" title={t(ended === 'completed' ? 'doubt' : 'left')}>
          {t(ended === 'completed' ? 'doubtText' : 'leftText')}
        </Notice>
      )}
      {state === 'blocked' && <OwnPage inquiryId={inquiryId} settings={settings} />}
      <noscript>
        <Notice tone="warn" title={t('noScript')}>
          {t('noScriptText')}
        </Notice>
      </noscript>
      <Button
        size="large"
        tone={state === 'blocked' ? 'secondary' : 'primary'}
        className="w-full sm:w-auto sm:self-start"
        inactive={loading}
        onClick={() => flow.start(inquiryId)}
      >
        {loading && <LoaderCircle aria-hidden="true" className="size-5 motion-safe:animate-spin" />}
        {t(state === 'blocked' ? 'tryHere' : ended ? 'continue' : 'start')}
      </Button>
      {expiresAt && (
        <p className="order-last text-sm text-ink-faint">
          {t.rich('completeBy', { time: () => <LocalDeadline iso={expiresAt} /> })}
        </p>
      )}
    </>
  )
}

/** A content blocker that stops the service's script usually still allows its page. */
function OwnPage({ inquiryId, settings }: Pick<StartCheckProps, 'inquiryId' | 'settings'>) {
  const t = useTranslations('Verify.start')
  const { flowUrl, returnUrl, cancelUrl, language } = settings
  const fields = { inquiryId, returnUrl, cancelUrl, language }
  return (
    <form action={flowUrl} method="post">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Notice tone="warn" role="alert" title={t('blocked')}>
        {t('blockedText')}
      </Notice>
      <Button type="submit" size="large" className="mt-4 w-full sm:w-auto">
        {t('ownPage')}
      </Button>
    </form>
  )
}
