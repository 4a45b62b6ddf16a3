'use client'
/** Reveals the identity and documents of one inquiry on demand: audited, cleared after five minutes, never stored. */
import { Eye, EyeOff, LoaderCircle, Timer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Panel } from '@/components/admin/inquiries/panel'
import { Button } from '@/components/ui/button'
import { FocusKeeper } from '@/components/ui/focus-keeper'
import { Notice } from '@/components/ui/notice'
import { hasDocuments, mayHaveIdentity } from '@/lib/inquiries/status'
import type { RevealError } from '@/lib/inquiries/views'
import { ReasonForm, type RequestReveal } from './reason-form'
import { RevealedView } from './revealed-view'
import { useReveal } from './use-reveal'

interface RevealPanelProps {
  /** Our own id of the inquiry. */
  id: string
  status: string | null
  opened: boolean
  mayReveal: boolean
  /** Records why, if REVEAL_RULE asks for it. */
  request: RequestReveal
}

export function RevealPanel({ id, status, opened, mayReveal, request }: RevealPanelProps) {
  const { state, reveal, hide, onImageError } = useReveal(id)
  if (!mayReveal || !opened) {
    return (
      <Panel title="Identity and documents">
        <p className="text-[0.9375rem]/6 text-ink-soft">
          {mayReveal
            ? "The service hasn't opened this inquiry yet, so there's nothing to show."
            : "Your role can't view these. Ask an admin if you need access."}
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
            They last five minutes. The identity and documents have been cleared from this page.
          </Notice>
        )}
        {state.step === 'refused' &&
          (isMissing(state.error) ? (
            <ReasonForm
              key={state.error}
              id={id}
              missing={state.error}
              action={request}
              onAllowed={reveal}
            />
          ) : (
            <RevealRefused error={state.error} retryAfterSeconds={state.retryAfterSeconds} />
          ))}
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
            <p className="text-sm text-ink-faint">
              We'll record this in the audit trail under your name.
            </p>
          </div>
        )}
      </Panel>
    </FocusKeeper>
  )
}

/** What to expect for this status (D2, S3). We ask the service in any case, since it may know more than we do. */
function expectation(status: string | null): string {
  if (hasDocuments(status))
    return 'Fetched from the service, shown for five minutes and never stored.'
  return mayHaveIdentity(status)
    ? 'With this status, the service may provide the identity but no documents.'
    : 'With this status, the service provides neither identity nor documents.'
}

const secondsLeft = (expiresAt: number) =>
  Math.max(0, Math.ceil((expiresAt - performance.now()) / 1000))

/** @param expiresAt on the clock of `performance.now()` */
function Countdown({ expiresAt }: { expiresAt: number }) {
  const [seconds, setSeconds] = useState(() => secondsLeft(expiresAt))
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsLeft(expiresAt)), 250)
    return () => clearInterval(timer)
  }, [expiresAt])
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <p
      role="timer"
      aria-label="Time left"
      className={`inline-flex items-center gap-1.5 text-sm font-medium tabular-nums ${seconds <= 30 ? 'text-warn' : 'text-ink-soft'}`}
    >
      <Timer aria-hidden="true" className="size-4" />
      {text}
    </p>
  )
}

type Missing = 'reason_required' | 'approval_required' | 'approval_awaited'

const isMissing = (error: RevealError): error is Missing =>
  error === 'reason_required' || error === 'approval_required' || error === 'approval_awaited'

const REFUSALS: Record<Exclude<RevealError, Missing>, { title: string; text: string }> = {
  signed_out: {
    title: "You're signed out",
    text: 'Sign in again in another tab, then try again here.',
  },
  forbidden: {
    title: "Your role can't view this",
    text: 'Ask an admin if you need access.',
  },
  not_found: {
    title: "The service can't find this inquiry",
    text: "It may have been deleted there, or our API key may belong to another tenant. The service doesn't say which.",
  },
  not_opened: {
    title: "This inquiry isn't open yet",
    text: "The service hasn't responded to our request to open it.",
  },
  rate_limited: {
    title: 'Too many requests',
    text: 'The service is limiting requests from this app.',
  },
  unavailable: {
    title: "The service didn't respond",
    text: 'Try again in a moment.',
  },
}

function RevealRefused({
  error,
  retryAfterSeconds,
}: {
  error: Exclude<RevealError, Missing>
  retryAfterSeconds: number | null
}) {
  const { title, text } = REFUSALS[error]
  return (
    <Notice tone="bad" role="alert" title={title}>
      {text}
      {retryAfterSeconds !== null && ` Try again in ${waitText(retryAfterSeconds)}.`}
    </Notice>
  )
}

const waitText = (seconds: number): string =>
  seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
