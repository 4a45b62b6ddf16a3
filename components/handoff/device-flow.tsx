'use client'
/** On the other device: asks before it opens the link, shows the code, then starts the hosted flow. */
import { LoaderCircle } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import useSWR from 'swr'
import { createErrorRetry } from '@/components/apply/error-retry'
import { useReportReturn } from '@/components/apply/report-return'
import { StageIcon } from '@/components/apply/stage-panel'
import type { StageLook } from '@/components/apply/stages'
import { StartCheck } from '@/components/apply/start-check'
import {
  type FlowEnd,
  type HostedFlow,
  type HostedFlowSettings,
  useHostedFlow,
} from '@/components/apply/use-hosted-flow'
import { Button } from '@/components/ui/button'
import { FocusKeeper } from '@/components/ui/focus-keeper'
import { FragmentSwitch } from '@/components/ui/fragment-switch'
import { IconCard } from '@/components/ui/icon-card'
import { Notice } from '@/components/ui/notice'
import type { DeviceHandoffView, HandoffClaim } from '@/lib/inquiries/views'
import { SITE } from '@/site'

const POLL_MS = 1_000

interface DeviceFlowProps {
  nonce: string | undefined
  settings: HostedFlowSettings
  returned: FlowEnd | null
  /** The handoff as this device may see it, if it isn't opening a link. Null if the server couldn't read it. */
  initial: DeviceHandoffView | null
  claimAction: (token: string) => Promise<HandoffClaim>
  returnedAction: () => Promise<void>
}

/** Whether nothing can change any more. */
const isOver = (view: DeviceHandoffView | undefined): boolean =>
  view?.state === 'ended' || view?.state === 'finished'

async function fetchView(url: string): Promise<DeviceHandoffView> {
  const response = await fetch(url, { headers: { Accept: 'application/json' } })
  if (!response.ok) throw new Error(`GET ${url} returned ${response.status}`)
  const { deviceHandoffSchema } = await import('@/components/apply/polled-schemas')
  return deviceHandoffSchema.parse(await response.json())
}

export function DeviceFlow({
  nonce,
  settings,
  returned,
  initial,
  claimAction,
  returnedAction,
}: DeviceFlowProps) {
  const t = useTranslations('Handoff.device')
  // From the link's fragment; undefined until the page has read it.
  const [token, setToken] = useState<string | null>()
  useEffect(() => setToken(window.location.hash.slice(1) || null), [])
  const [known, setKnown] = useState(initial)
  const [onErrorRetry] = useState(createErrorRetry)
  const { data, error, mutate } = useSWR(token === null ? '/api/handoff' : null, fetchView, {
    refreshInterval: (latest) => (isOver(latest) ? 0 : POLL_MS),
    dedupingInterval: POLL_MS / 2,
    onErrorRetry,
    fallbackData: known ?? undefined,
  })

  const refresh = useCallback(() => void mutate(), [mutate])
  const readSoon = useReportReturn(returnedAction, refresh)
  const flow = useHostedFlow(settings, returned, readSoon)
  const reported = useRef(false)
  useEffect(() => {
    if (!returned || reported.current) return
    reported.current = true
    window.history.replaceState(window.history.state, '', window.location.pathname)
    readSoon()
  }, [returned, readSoon])

  async function claim(link: string): Promise<HandoffClaim> {
    const result = await claimAction(link).catch(() => 'failed' as const)
    if (result === 'claimed' || result === 'ended') {
      // The link is used up, so remove it from the address and the history.
      window.history.replaceState(window.history.state, '', window.location.pathname)
      setToken(null)
      setKnown(null)
    }
    return result
  }

  return (
    <FragmentSwitch
      nonce={nonce}
      hasFragment={token === undefined ? undefined : token !== null}
      withFragment={<Intro ready={Boolean(token)} onContinue={() => claim(token ?? '')} />}
      withoutFragment={
        <FocusKeeper>
          {error && !isOver(data) ? (
            <Panel tone="trouble" title={t('offline')} text={t('offlineText')}>
              <Button size="large" className="w-full sm:w-auto sm:self-start" onClick={refresh}>
                {t('reconnect')}
              </Button>
            </Panel>
          ) : data ? (
            <DeviceState
              view={data}
              isHandedIn={data.state === 'finished' || flow.ended === 'completed'}
              flow={flow}
              settings={settings}
            />
          ) : (
            <Panel tone="waiting" title={t('loading')} />
          )}
        </FocusKeeper>
      }
    />
  )
}

interface DeviceStateProps {
  view: DeviceHandoffView
  isHandedIn: boolean
  flow: HostedFlow
  settings: HostedFlowSettings
}

function DeviceState({ view, isHandedIn, flow, settings }: DeviceStateProps) {
  const t = useTranslations('Handoff.device')
  if (view.state === 'ended')
    return <Panel tone="attention" title={t('ended')} text={t('endedText')} />
  if (view.state === 'waiting')
    return (
      <Panel tone="device" title={t('waiting')} text={t('waitingText')}>
        <p className="w-fit rounded-xl bg-brand-soft py-4 pr-[0.3em] pl-[0.65em] text-4xl font-semibold tracking-[0.35em] text-brand-strong tabular-nums">
          <span className="sr-only">{t('codeLabel')}: </span>
          {view.code}
        </p>
        <p className="flex items-center gap-2 text-[0.9375rem]/6 text-ink-soft">
          <LoaderCircle
            aria-hidden="true"
            className="size-4.5 shrink-0 text-info motion-safe:animate-spin"
          />
          {t('waitingFor')}
        </p>
        <p className="border-t border-line pt-4 text-sm/6 text-ink-soft">{t('noField')}</p>
      </Panel>
    )
  if (isHandedIn) return <Panel tone="good" title={t('finished')} text={t('finishedText')} />
  if (view.state !== 'ready') return null
  return (
    <Panel tone="action" title={t('ready')} text={t('readyText')}>
      <StartCheck
        inquiryId={view.inquiryId}
        expiresAt={view.expiresAt}
        flow={flow}
        settings={settings}
      />
    </Panel>
  )
}

interface IntroProps {
  /** False until the page has read the link. */
  ready: boolean
  onContinue: () => Promise<HandoffClaim>
}

function Intro({ ready, onContinue }: IntroProps) {
  const t = useTranslations('Handoff.device')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<'tooMany' | 'failed' | null>(null)
  const [isRefused, setIsRefused] = useState(false)
  return (
    <FocusKeeper>
      {isRefused ? (
        // The server isn't told: the link stays unused, and its owner may still open it before it expires.
        <Panel tone="good" title={t('refused')} text={t('refusedText')} />
      ) : (
        <Panel tone="action" title={t('intro')} text={t('introText', { bank: SITE.name })}>
          <Notice tone="warn">
            <p className="text-base/6 text-ink">{t('warning')}</p>
          </Notice>
          {problem && (
            <Notice tone="bad" role="alert">
              {t(problem)}
            </Notice>
          )}
          <div className="mt-2 flex gap-3 max-sm:flex-col">
            {/* Equal, because neither answer is the usual one. */}
            <Button
              tone="secondary"
              size="large"
              disabled={!ready}
              inactive={busy}
              onClick={async () => {
                setBusy(true)
                const result = await onContinue()
                setBusy(false)
                setProblem(result === 'tooMany' || result === 'failed' ? result : null)
              }}
            >
              {t('continue')}
            </Button>
            <Button
              tone="secondary"
              size="large"
              disabled={!ready}
              inactive={busy}
              onClick={() => setIsRefused(true)}
            >
              {t('refuse')}
            </Button>
          </div>
        </Panel>
      )}
    </FocusKeeper>
  )
}

interface PanelProps {
  tone: StageLook['tone'] | 'trouble'
  title: string
  text?: string
  children?: ReactNode
}

function Panel({ tone, title, text, children }: PanelProps) {
  return (
    <IconCard icon={<StageIcon tone={tone} />} title={title} text={text} isLive>
      <div className="mt-6 flex flex-col gap-4 empty:hidden">{children}</div>
    </IconCard>
  )
}
