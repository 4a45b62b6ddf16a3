'use client'
/** Identity and documents of one inquiry, for reviewers: asked for on demand, recorded, shown for a while, kept nowhere. */
import { Eye, EyeOff, LoaderCircle } from 'lucide-react'
import { Panel } from '@/components/admin/inquiries/panel'
import { Button } from '@/components/ui/button'
import { FocusKeeper } from '@/components/ui/focus-keeper'
import { Notice } from '@/components/ui/notice'
import { hasDocuments, mayHaveIdentity } from '@/lib/inquiries/status'
import { Countdown } from './countdown'
import { RevealRefused } from './reveal-refused'
import { RevealedView } from './revealed-view'
import { useReveal } from './use-reveal'

interface RevealPanelProps {
  /** Our own id of the inquiry. */
  inquiry: string
  status: string | null
  opened: boolean
  mayReveal: boolean
}

export function RevealPanel({ inquiry, status, opened, mayReveal }: RevealPanelProps) {
  const { state, reveal, hide, onImageError } = useReveal(inquiry)
  if (!mayReveal || !opened) {
    return (
      <Panel title="Identity and documents">
        <p className="text-[0.9375rem]/6 text-ink-soft">
          {mayReveal
            ? 'The inquiry is not open at the service yet, so there is nothing to show.'
            : 'Reviewers and admins can show them. Your role is viewer.'}
        </p>
      </Panel>
    )
  }
  const loading = state.step === 'loading'
  return (
    <FocusKeeper>
      <Panel
        title="Identity and documents"
        aside={
          state.step === 'shown' && (
            <div className="flex items-center gap-3">
              <Countdown key={state.round} expiresAt={state.expiresAt} />
              <Button tone="secondary" size="small" onClick={hide}>
                <EyeOff aria-hidden="true" className="size-4" />
                Hide
              </Button>
            </div>
          )
        }
      >
        {state.step === 'expired' && (
          <Notice tone="info" role="status" title="The links have expired">
            They work for five minutes. What was shown has been cleared from this page.
          </Notice>
        )}
        {state.step === 'refused' && <RevealRefused {...state} />}
        {state.step === 'shown' ? (
          <RevealedView key={state.round} revealed={state.revealed} onImageError={onImageError} />
        ) : (
          <div className="mt-4 flex flex-col items-start gap-3 first:mt-0">
            <p className="text-[0.9375rem]/6 text-ink-soft">{expectation(status)}</p>
            <Button onClick={reveal} inactive={loading} tone="secondary">
              {loading ? (
                <LoaderCircle aria-hidden="true" className="size-4.5 motion-safe:animate-spin" />
              ) : (
                <Eye aria-hidden="true" className="size-4.5" />
              )}
              {state.step === 'expired' ? 'Show again' : 'Show identity and documents'}
            </Button>
            <p className="text-sm text-ink-faint">Recorded in the audit trail with your name.</p>
          </div>
        )}
      </Panel>
    </FocusKeeper>
  )
}

/** D2 and S3: what the service can have for this status. It is asked all the same, as it may know better. */
function expectation(status: string | null): string {
  if (hasDocuments(status))
    return 'Fetched from the service now, shown for five minutes, and not kept.'
  return mayHaveIdentity(status)
    ? 'For this status the service may give the identity, but no documents.'
    : 'For this status the service gives neither identity nor documents.'
}
