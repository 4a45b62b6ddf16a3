import { LoaderCircle, ScanFace } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { LocalTime } from '@/components/ui/local-time'
import { Notice } from '@/components/ui/notice'
import type { FlowState } from './use-hosted-flow'

/** The way into the hosted flow, and what to do when the browser does not let it open. */
export function StartCheck({
  inquiryId,
  expiresAt,
  state,
  onStart,
}: {
  inquiryId: string
  expiresAt: string | null
  state: FlowState
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
      {state === 'blocked' && (
        <Notice tone="bad" role="alert" title="Your browser did not load the identity check">
          A content blocker or a company network is the usual reason. Allow the check, or use
          another connection, and press the button again.
        </Notice>
      )}
      <noscript>
        <Notice tone="warn" title="The identity check needs JavaScript">
          Turn it on for this page and load it again. Your application is saved.
        </Notice>
      </noscript>
      <div className="flex flex-col items-start gap-3">
        <Button
          size="large"
          tone={state === 'returned' ? 'secondary' : 'primary'}
          className="w-full sm:w-auto"
          disabled={loading}
          onClick={() => onStart(inquiryId)}
        >
          <Icon
            aria-hidden="true"
            className={`size-5 ${loading ? 'motion-safe:animate-spin' : ''}`}
          />
          {state === 'returned' ? 'Continue identity check' : 'Start identity check'}
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
