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
  blocked: 'Try again on this page',
}

/** The way into the hosted flow, and what to do when the browser does not let it open. */
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
        <Notice tone="info" role="status" title="Thank you, we are reading your result">
          It shows here in a moment. If you left before the end, you can go on where you stopped.
        </Notice>
      )}
      {state === 'blocked' && <OwnPage inquiryId={inquiryId} flow={flow} />}
      <noscript>
        <Notice tone="warn" title="The identity check needs JavaScript">
          Turn it on for this page and load it again. Your application is saved.
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
            Open until <LocalTime iso={expiresAt} />
          </p>
        )}
      </div>
    </>
  )
}

/** Where a content blocker stops the service's script, its page can still be visited. */
function OwnPage({ inquiryId, flow }: { inquiryId: string; flow: HostedFlowSettings }) {
  return (
    <form action={flow.flowUrl} method="post">
      <input type="hidden" name="inquiryId" value={inquiryId} />
      <input type="hidden" name="returnUrl" value={flow.returnUrl} />
      <Notice tone="warn" role="alert" title="Your browser did not load the identity check here">
        A content blocker or a company network is the usual reason. It may still open on a page of
        its own, and brings you back here at its end.
      </Notice>
      <Button type="submit" size="large" className="mt-4 w-full sm:w-auto">
        Open it on its own page
      </Button>
    </form>
  )
}
