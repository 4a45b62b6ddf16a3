import { LoaderCircle, ScanFace } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { LocalTime } from '@/components/ui/local-time'
import { Notice } from '@/components/ui/notice'
import type { FlowState, HostedFlowSettings } from './use-hosted-flow'

const BUTTON_TEXT: Record<FlowState, string> = {
  idle: 'Start identity check',
  loading: 'Start identity check',
  open: 'Start identity check',
  returned: 'Continue identity check',
  blocked: 'Try again here',
}

/** Starts the hosted flow, and explains what to do if the browser blocks it. */
export function StartCheck({
  inquiryId,
  expiresAt,
  state,
  flow,
  onStart,
}: {
  inquiryId: string
  expiresAt: string | null
  state: FlowState
  flow: HostedFlowSettings
  onStart: (inquiryId: string) => void
}) {
  const loading = state === 'loading'
  const Icon = loading ? LoaderCircle : ScanFace
  return (
    <>
      {state === 'returned' && (
        <Notice tone="info" role="status" title="Thanks, we’re checking your result">
          It will appear here in a moment. If you didn’t finish, you can pick up where you left off.
        </Notice>
      )}
      {state === 'blocked' && <OwnPage inquiryId={inquiryId} flow={flow} />}
      <noscript>
        <Notice tone="warn" title="The identity check needs JavaScript">
          Turn it on for this page and reload. Your application is saved.
        </Notice>
      </noscript>
      <div className="flex flex-col items-start gap-3">
        <Button
          size="large"
          tone={state === 'returned' || state === 'blocked' ? 'secondary' : 'primary'}
          className="w-full sm:w-auto"
          inactive={loading}
          onClick={() => onStart(inquiryId)}
        >
          <Icon
            aria-hidden="true"
            className={`size-5 ${loading ? 'motion-safe:animate-spin' : ''}`}
          />
          {BUTTON_TEXT[state]}
        </Button>
        {expiresAt && (
          <p className="text-sm text-ink-faint">
            Complete by <LocalTime iso={expiresAt} />
          </p>
        )}
      </div>
    </>
  )
}

/** A content blocker that stops the service's script usually still allows its page. */
function OwnPage({ inquiryId, flow }: { inquiryId: string; flow: HostedFlowSettings }) {
  return (
    <form action={flow.flowUrl} method="post">
      <input type="hidden" name="inquiryId" value={inquiryId} />
      <input type="hidden" name="returnUrl" value={flow.returnUrl} />
      <Notice tone="warn" role="alert" title="Your browser couldn’t load the identity check">
        A content blocker or a company network is the usual cause. Try opening it on its own page:
        you’ll come back here when you finish.
      </Notice>
      <Button type="submit" size="large" className="mt-4 w-full sm:w-auto">
        Open it on its own page
      </Button>
    </form>
  )
}
